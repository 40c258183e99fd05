-- What lists filter and sort by, apart from the time and the title. An edit of any of it can move a listing to other lists.
create or replace function listing_facets(l listing) returns jsonb language sql stable as $$
  select jsonb_build_array(l.category_id, l.subcategory_id, l.country_id, l.state_id, l.city_id, l.price, l.start_date,
    l.end_date, l.language)
$$;

-- What search engines have to read again. Per statement: for many rows at once, this is much cheaper than a call per row.

create or replace function listing_change() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into listing_change (listing_id) select id from changed where status in ('active', 'reported');
  return null;
end $$;
create or replace trigger listing_change_insert after insert on listing
  referencing new table as changed for each statement execute function listing_change();
create or replace trigger listing_change_delete after delete on listing
  referencing old table as changed for each statement execute function listing_change();

create or replace function listing_change_update() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into listing_change (listing_id)
  select n.id from added n join removed o on o.id = n.id
  where (n.status in ('active', 'reported')) <> (o.status in ('active', 'reported'))
    or n.status in ('active', 'reported')
      and (listing_facets(n), n.fields, n.posted, n.title, n.description, n.images = '[]')
        is distinct from (listing_facets(o), o.fields, o.posted, o.title, o.description, o.images = '[]');
  return null;
end $$;
create or replace trigger listing_change_update after update on listing
  referencing new table as added old table as removed for each statement
  when (current_setting('corkboard.moves_ads', true) is distinct from 'on')
  execute function listing_change_update();

-- Deletes the changes that were committed more than six hours ago. Running it more often does nothing.
create or replace function prune_listing_changes() returns void language plpgsql as $$
declare
  horizon xid8;
begin
  update listing_change_state
  set pruned_before = prune_next, prune_next = pg_snapshot_xmin(pg_current_snapshot()), taken = clock_timestamp()
  where taken < clock_timestamp() - interval '6 hours'
  returning pruned_before into horizon;
  delete from listing_change where changed_in < horizon;
end $$;
