-- What search engines have to read again, so that the index can be in a process of its own or on another server. It replaces
-- `search_change`, which nothing fills any more: the tables of the search index in PostgreSQL are dropped by a later version.
-- See docs/search.md.

-- A row for each change of a listing that visitors can see. Rows are only added, so writers never wait for each other.
create table listing_change (
  changed_in xid8 not null default pg_current_xact_id(),
  listing_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, vacuum_truncate = false);
create index listing_change_changed_in_idx on listing_change (changed_in, listing_id);

-- Changes made before `pruned_before` are deleted. An engine that has not read them must build its index again.
create table listing_change_state (
  single boolean not null default true,
  -- Another one makes every engine build its index again.
  epoch uuid not null default gen_random_uuid(),
  pruned_before xid8 not null default '0',
  -- Everything before it was committed or rolled back at `taken`.
  prune_next xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  taken timestamptz not null default clock_timestamp(),
  constraint listing_change_state_pkey primary key (single),
  constraint listing_change_state_single check (single)
) with (fillfactor = 50);
insert into listing_change_state default values;

-- Deletes the changes that were committed more than six hours ago. Running it more often does nothing.
create function prune_listing_changes() returns void language plpgsql as $$
declare
  horizon xid8;
begin
  update listing_change_state
  set pruned_before = prune_next, prune_next = pg_snapshot_xmin(pg_current_snapshot()), taken = clock_timestamp()
  where taken < clock_timestamp() - interval '6 hours'
  returning pruned_before into horizon;
  delete from listing_change where changed_in < horizon;
end $$;

-- As before, in the new table. The functions run as the owner, because the previous version's role may not use it until it is
-- granted.
create or replace function search_change_insert() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into listing_change (listing_id) select id from added where status in ('active', 'reported');
  return null;
end $$;

create or replace function search_change_delete() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into listing_change (listing_id) select id from removed where status in ('active', 'reported');
  return null;
end $$;

create or replace function search_change_update() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into listing_change (listing_id)
  select n.id from added n join removed o on o.id = n.id
  where (n.status in ('active', 'reported')) <> (o.status in ('active', 'reported'))
    or n.status in ('active', 'reported')
      and (n.title, n.description, n.category_id, n.subcategory_id, n.country_id, n.state_id, n.city_id, n.posted, n.price,
          n.start_date, n.end_date, n.images = '[]')
        is distinct from
          (o.title, o.description, o.category_id, o.subcategory_id, o.country_id, o.state_id, o.city_id, o.posted, o.price,
          o.start_date, o.end_date, o.images = '[]');
  return null;
end $$;

create or replace function listing_freshness_change() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into listing_change (listing_id) values (new.id);
  insert into content_change (kind, category_id, subcategory_id, country_id, state_id, city_id, listing_id, author_id)
  values (new.kind, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id, new.id, new.author_id);
  return null;
end $$;

create or replace function note_event_changes(ids uuid[]) returns void language plpgsql
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
