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

create or replace function listing_index_sync() returns trigger language plpgsql as $$
begin
  if new.status not in ('active', 'reported') or new.archived then
    delete from listing_index where listing_id = new.id;
    return null;
  end if;
  if old.status in ('active', 'reported') and not old.archived
    and (listing_facets(old), old.posted, old.stale) is not distinct from (listing_facets(new), new.posted, new.stale)
  then
    return null;
  end if;
  insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
    price, start_date, end_date, ended, on_now)
  values (new.id, new.kind, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id,
    listing_order_time(new), new.price, new.start_date, new.end_date, coalesce(new.end_date < current_date, false),
    coalesce(new.start_date < current_date and new.end_date >= current_date, false))
  on conflict (listing_id) do update set
    category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, country_id = excluded.country_id,
    state_id = excluded.state_id, city_id = excluded.city_id, posted = excluded.posted, price = excluded.price;
  if new.kind = 'event' then
    perform update_event_states(array[new.id], now());
  end if;
  return null;
end $$;
create or replace trigger listing_index_sync after update on listing
  for each row execute function listing_index_sync();
