-- Profile photos. They are stored like the pictures of listings, and used by an account instead of a listing.

-- Keeps a photo while an account uses it, and deletes it as soon as none does: it was replaced or removed, or its account
-- was deleted. URLs of other sites and of other files have no row in `image`, or are not under this path.
create function account_follow_photo() returns trigger language plpgsql as $$
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
create trigger account_follow_photo_update after update of image on account
  for each row when (new.image is distinct from old.image) execute function account_follow_photo();
create trigger account_follow_photo_delete after delete on account
  for each row when (old.image is not null) execute function account_follow_photo();
