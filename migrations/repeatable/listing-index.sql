-- The instant by which lists order a listing from newest to oldest. Stale services come after all others, in the same order.
create or replace function listing_order_time(l listing) returns timestamptz language sql stable as $$
  select case when l.stale then l.posted - interval '7300 days' else l.posted end
$$;

-- A statement that inserts many listings, such as an import, adds them to the listing index with one statement too.
create or replace function listing_index_insert() returns trigger language plpgsql as $$
begin
  insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
    price, start_date, end_date, ended, on_now)
  select id, kind, category_id, subcategory_id, country_id, state_id, city_id, listing_order_time(added),
    price, start_date, end_date, coalesce(end_date < current_date, false),
    coalesce(start_date < current_date and end_date >= current_date, false)
  from added
  where status in ('active', 'reported') and not archived;
  perform update_event_states(array_agg(id), now()) from added
  where kind = 'event' and status in ('active', 'reported') and not archived
  having count(*) > 0;
  return null;
end $$;
create or replace trigger listing_index_insert after insert on listing
  referencing new table as added for each statement execute function listing_index_insert();

-- Per statement, too: an import updates many listings at once. A merge of topics or places (`catalog/merge.ts`) moves its listings here itself,
-- and sets `corkboard.moves_ads`, without which this takes most of the time.
create or replace function listing_index_sync() returns trigger language plpgsql as $$
declare
  removed_ids uuid[];
  events uuid[];
begin
  -- As an array: the plan of a join with `added` is that of the connection's first statement, which reads the whole index if it changed many.
  select array_agg(id) into removed_ids from added where status not in ('active', 'reported') or archived;
  if removed_ids is not null then
    delete from listing_index where listing_id = any(removed_ids);
  end if;
  with changed as (
    select n.*, listing_order_time(n) as order_time
    from added n join removed o on o.id = n.id
    where n.status in ('active', 'reported') and not n.archived
      and (o.status not in ('active', 'reported') or o.archived
        or (listing_facets(o), o.posted, o.stale) is distinct from (listing_facets(n), n.posted, n.stale))
  ), stored as (
    insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
      price, start_date, end_date, ended, on_now)
    select id, kind, category_id, subcategory_id, country_id, state_id, city_id, order_time, price, start_date, end_date,
      coalesce(end_date < current_date, false),
      coalesce(start_date < current_date and end_date >= current_date, false)
    from changed
    on conflict (listing_id) do update set
      category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, country_id = excluded.country_id,
      state_id = excluded.state_id, city_id = excluded.city_id, posted = excluded.posted, price = excluded.price
  )
  select array_agg(id) into events from changed where kind = 'event';
  if events is not null then
    perform update_event_states(events, now());
  end if;
  return null;
end $$;
create or replace trigger listing_index_sync after update on listing
  referencing new table as added old table as removed for each statement
  when (current_setting('corkboard.moves_ads', true) is distinct from 'on')
  execute function listing_index_sync();
