-- What cached pages show has changed. Triggers on listings run per statement, and many rows at once are one change of everything.

create or replace function content_change_listing() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from (select from changed limit 201) counted) > 200 then
    insert into content_change default values;
  else
    insert into content_change (kind, category_id, subcategory_id, country_id, state_id, city_id, listing_id, author_id)
    select kind, category_id, subcategory_id, country_id, state_id, city_id, id, author_id
    from changed where status in ('active', 'reported');
  end if;
  return null;
end $$;
create or replace trigger content_change_listing_insert after insert on listing
  referencing new table as changed for each statement execute function content_change_listing();
create or replace trigger content_change_listing_delete after delete on listing
  referencing old table as changed for each statement execute function content_change_listing();

create or replace function content_change_listing_update() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from (select from added limit 201) counted) > 200 then
    insert into content_change default values;
    return null;
  end if;
  -- Other text does not change which listings are in a list, their order, or any number.
  insert into content_change (listing_id)
  select n.id from added n join removed o on o.id = n.id
  where n.status in ('active', 'reported') and o.status in ('active', 'reported') and n is distinct from o;
  with changed as (
    select n as new_row, o as old_row from added n join removed o on o.id = n.id
    where (n.status in ('active', 'reported') or o.status in ('active', 'reported'))
      and (n.status in ('active', 'reported'), listing_facets(n), n.fields, n.posted, n.author_id, n.event_availability, n.images = '[]')
        is distinct from
          (o.status in ('active', 'reported'), listing_facets(o), o.fields, o.posted, o.author_id, o.event_availability, o.images = '[]')
  )
  insert into content_change (kind, category_id, subcategory_id, country_id, state_id, city_id, listing_id, author_id)
  select (l).kind, (l).category_id, (l).subcategory_id, (l).country_id, (l).state_id, (l).city_id, (l).id, (l).author_id
  from (select new_row as l from changed) n
  union
  select (l).kind, (l).category_id, (l).subcategory_id, (l).country_id, (l).state_id, (l).city_id, (l).id, (l).author_id
  from (select old_row as l from changed) o;
  return null;
end $$;
create or replace trigger content_change_listing_update after update on listing
  referencing new table as added old table as removed for each statement
  when (current_setting('corkboard.moves_ads', true) is distinct from 'on')
  execute function content_change_listing_update();

-- What visitors see of an author comes from the profile and its account.
create or replace function content_change_profile() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change (author_id) values (old.id);
  return null;
end $$;
create or replace trigger content_change_profile_update after update on profile
  for each row when ((new.name, new.email, new.account_id, new.created)
    is distinct from (old.name, old.email, old.account_id, old.created))
  execute function content_change_profile();
create or replace trigger content_change_seller_page_update after update on profile
  for each row when ((new.show_bio, new.replies_within_day, case when new.show_bio then new.bio end)
    is distinct from (old.show_bio, old.replies_within_day, case when old.show_bio then old.bio end))
  execute function content_change_profile();
create or replace trigger content_change_profile_delete after delete on profile
  for each row execute function content_change_profile();

create or replace function content_change_account() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change (author_id) select id from profile where account_id = old.id;
  -- Suspended people have no place at an event.
  if new.suspended_at is distinct from old.suspended_at then
    insert into content_change (kind, listing_id)
    select 'attendance', listing_id from attendance join profile on profile.id = attendance.profile_id
    where profile.account_id = old.id;
  end if;
  return null;
end $$;
create or replace trigger content_change_account_update after update on account
  for each row when ((new.name, new.email, new.image, new.email_verified, new.created, new.suspended_at)
    is distinct from (old.name, old.email, old.image, old.email_verified, old.created, old.suspended_at))
  execute function content_change_account();

create or replace function content_change_handle() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change (author_id) values (case tg_op when 'DELETE' then old.profile_id else new.profile_id end);
  return null;
end $$;
create or replace trigger content_change_handle after insert or update or delete on profile_handle
  for each row execute function content_change_handle();

-- The page of the event shows the counts. Lists do not, so that nothing else is rendered again.
create or replace function content_change_attendance() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change (kind, listing_id) values ('attendance', coalesce(new.listing_id, old.listing_id));
  return null;
end $$;
create or replace trigger content_change_attendance
  after insert or delete or update of state, show_name, occurrence_id, waiting_since on attendance
  for each row execute function content_change_attendance();

-- Notes that lists and searches show these listings differently. Many at once are one change of everything.
create or replace function note_list_changes(ids uuid[]) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into listing_change (listing_id) select id from listing where id = any(ids) and status in ('active', 'reported');
  if cardinality(ids) > 200 then
    insert into content_change default values;
  else
    insert into content_change (kind, category_id, subcategory_id, country_id, state_id, city_id, listing_id, author_id)
    select kind, category_id, subcategory_id, country_id, state_id, city_id, id, author_id
    from listing where id = any(ids) and status in ('active', 'reported');
  end if;
end $$;

-- A listing that enters or leaves the lists, or changes its place in them, changes the same pages and searches as one that is
-- posted or hidden.
create or replace function listing_freshness_change() returns trigger language plpgsql as $$
begin
  perform note_list_changes(array[new.id]);
  return null;
end $$;
create or replace trigger listing_freshness_change after update of stale, archived on listing
  for each row when ((new.stale, new.archived) is distinct from (old.stale, old.archived)
    and new.status in ('active', 'reported'))
  execute function listing_freshness_change();

-- Deletes the changes that were committed more than five minutes ago. Running it more often does nothing.
create or replace function prune_content_changes() returns void language plpgsql as $$
declare
  horizon xid8;
begin
  update content_change_state
  set pruned_before = prune_next, prune_next = pg_snapshot_xmin(pg_current_snapshot()), taken = clock_timestamp()
  where taken < clock_timestamp() - interval '5 minutes'
  returning pruned_before into horizon;
  delete from content_change where changed_in < horizon;
end $$;
