-- Copies a new email of the account to its profile.
create or replace function profile_sync_email() returns trigger language plpgsql as $$
begin
  update profile set email = new.email where account_id = new.id;
  return null;
end $$;
create or replace trigger profile_sync_email after update of email on account
  for each row when (new.email <> old.email) execute function profile_sync_email();

-- Keeps a photo while an account uses it, and deletes it as soon as none does: it was replaced or removed, or its account
-- was deleted. URLs of other sites and of other files have no row in `image`, or are not under this path.
create or replace function account_follow_photo() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update image set unused_since = null
    where url = new.image and url like '/profile-photos/%' and unused_since is not null;
  end if;
  update image set pending_deletion_since = now()
  where url = old.image and url like '/profile-photos/%' and pending_deletion_since is null;
  if found then
    perform graphile_worker.add_job('delete_unused_pictures', job_key => 'delete_unused_pictures');
  end if;
  return null;
end $$;
create or replace trigger account_follow_photo_update after update of image on account
  for each row when (new.image is distinct from old.image) execute function account_follow_photo();
create or replace trigger account_follow_photo_delete after delete on account
  for each row when (old.image is not null) execute function account_follow_photo();

create or replace function profile_count_sync() returns trigger language plpgsql as $$
begin
  insert into profile_count select case tg_op when 'INSERT' then count(*) else -count(*) end from changed
  having count(*) > 0;
  return null;
end $$;
create or replace trigger profile_count_insert after insert on profile
  referencing new table as changed for each statement execute function profile_count_sync();
create or replace trigger profile_count_delete after delete on profile
  referencing old table as changed for each statement execute function profile_count_sync();

create or replace function compact_profile_count() returns void language sql as $$
  with removed as (delete from profile_count returning change)
  insert into profile_count select sum(change) from removed having count(*) > 0
$$;
