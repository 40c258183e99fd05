-- What has changed of what visitors see, so that a cached page is used only as long as nothing that it shows has changed.
-- See docs/decisions/032-page-cache.md.

-- Rows are only added, so writers never wait for each other. A row with a topic and a place changes the lists there; if a
-- listing moves, there is a row for each place. A row with only a listing changes what shows that listing, and one with only
-- an author what shows the author. A row without any of them stands for everything.
create table content_change (
  id bigint generated always as identity,
  changed_in xid8 not null default pg_current_xact_id(),
  kind text,
  category_id integer,
  subcategory_id integer,
  country_id integer,
  state_id integer,
  city_id integer,
  listing_id uuid,
  author_id uuid
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index content_change_changed_in_idx on content_change (changed_in);

-- Changes made before `pruned_before` are deleted. A server that has not read them must discard its cached pages.
create table content_change_state (
  single boolean not null default true,
  pruned_before xid8 not null default '0',
  -- Everything before it was committed or rolled back at `taken`.
  prune_next xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  taken timestamptz not null default clock_timestamp(),
  constraint content_change_state_pkey primary key (single),
  constraint content_change_state_single check (single)
) with (fillfactor = 50);
insert into content_change_state default values;

-- Deletes the changes that were committed more than five minutes ago. Running it more often does nothing.
create function prune_content_changes() returns void language plpgsql as $$
declare
  horizon xid8;
begin
  update content_change_state
  set pruned_before = prune_next, prune_next = pg_snapshot_xmin(pg_current_snapshot()), taken = clock_timestamp()
  where taken < clock_timestamp() - interval '5 minutes'
  returning pruned_before into horizon;
  delete from content_change where changed_in < horizon;
end $$;

-- The functions of the triggers run as the owner, because the previous version's role may not use the new tables until they
-- are granted. They run per statement, and many rows at once are one change of everything.
create function content_change_listing_insert() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from (select from added limit 201) counted) > 200 then
    insert into content_change default values;
  else
    insert into content_change (kind, category_id, subcategory_id, country_id, state_id, city_id, listing_id, author_id)
    select kind, category_id, subcategory_id, country_id, state_id, city_id, id, author_id
    from added where status in ('active', 'reported');
  end if;
  return null;
end $$;

create function content_change_listing_delete() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from (select from removed limit 201) counted) > 200 then
    insert into content_change default values;
  else
    insert into content_change (kind, category_id, subcategory_id, country_id, state_id, city_id, listing_id, author_id)
    select kind, category_id, subcategory_id, country_id, state_id, city_id, id, author_id
    from removed where status in ('active', 'reported');
  end if;
  return null;
end $$;

create function content_change_listing_update() returns trigger language plpgsql
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
      and (n.status in ('active', 'reported'), n.author_id, n.category_id, n.subcategory_id, n.country_id, n.state_id,
          n.city_id, n.posted, n.price, n.start_date, n.end_date, n.event_availability, n.images = '[]')
        is distinct from
          (o.status in ('active', 'reported'), o.author_id, o.category_id, o.subcategory_id, o.country_id, o.state_id,
          o.city_id, o.posted, o.price, o.start_date, o.end_date, o.event_availability, o.images = '[]')
  )
  insert into content_change (kind, category_id, subcategory_id, country_id, state_id, city_id, listing_id, author_id)
  select (l).kind, (l).category_id, (l).subcategory_id, (l).country_id, (l).state_id, (l).city_id, (l).id, (l).author_id
  from (select new_row as l from changed) n
  union
  select (l).kind, (l).category_id, (l).subcategory_id, (l).country_id, (l).state_id, (l).city_id, (l).id, (l).author_id
  from (select old_row as l from changed) o;
  return null;
end $$;

create trigger content_change_listing_insert after insert on listing
  referencing new table as added for each statement execute function content_change_listing_insert();
create trigger content_change_listing_delete after delete on listing
  referencing old table as removed for each statement execute function content_change_listing_delete();
create trigger content_change_listing_update after update on listing
  referencing new table as added old table as removed for each statement execute function content_change_listing_update();

-- What visitors see of an author comes from the profile and its account.
create function content_change_profile() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change (author_id) values (old.id);
  return null;
end $$;
create trigger content_change_profile_update after update on profile
  for each row when ((new.name, new.email, new.account_id, new.created)
    is distinct from (old.name, old.email, old.account_id, old.created))
  execute function content_change_profile();
create trigger content_change_profile_delete after delete on profile
  for each row execute function content_change_profile();

create function content_change_account() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change (author_id) select id from profile where account_id = old.id;
  return null;
end $$;
create trigger content_change_account_update after update on account
  for each row when ((new.name, new.email, new.image, new.email_verified, new.created, new.suspended_at)
    is distinct from (old.name, old.email, old.image, old.email_verified, old.created, old.suspended_at))
  execute function content_change_account();
