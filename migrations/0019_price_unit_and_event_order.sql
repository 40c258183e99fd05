-- What a price is for, and events that have begun.

-- Null: the whole service, or one ticket of an event. Not shown with a price of 0.
alter table listing
  add column price_unit text,
  add constraint listing_price_unit check (price_unit in ('hour', 'visit', 'person', 'from'));

-- Event lists begin with the events that start today or later. Events that began earlier and are not over follow, the
-- first to end first; then ended events, latest first.
--
-- A trigger computes event_order from now on. Changing the expression of a generated column would rewrite the table and
-- its indexes while nobody can read them.
alter table listing_index
  -- Whether an event began before today and is not over. update_event_order() updates it once a day, like `ended`.
  add column on_now boolean not null default false,
  alter column event_order drop expression;

create function listing_index_set_event_order() returns trigger language plpgsql as $$
begin
  new.event_order := case
    when new.ended then 1000000 - (new.end_date - date '2000-01-01')
    when new.on_now then 200000 + (new.end_date - date '2000-01-01')
    else new.start_date - date '2000-01-01'
  end;
  return new;
end $$;
create trigger listing_index_set_event_order before insert or update of ended, on_now, start_date, end_date
  on listing_index for each row when (new.kind = 'event') execute function listing_index_set_event_order();

create index listing_index_event_start_idx on listing_index (on_now, start_date) where kind = 'event' and not ended;

-- Ends and begins events (and undoes it if a clock was wrong), at most max_events of them. Returns how many: fewer mean that
-- all are right for this day. Reads only the events whose state is out of date.
create function update_event_order(today date, max_events integer) returns integer language plpgsql as $$
declare
  outdated text;
  changed integer;
  total integer := 0;
begin
  -- With the day in the text, PostgreSQL knows that few events match and uses an index for each condition.
  foreach outdated in array array[
    'ended = false and end_date < %1$L',
    'ended = true and end_date >= %1$L',
    'not ended and on_now = false and start_date < %1$L',
    'not ended and on_now = true and start_date >= %1$L'
  ] loop
    execute format('update listing_index set ended = end_date < %1$L, on_now = start_date < %1$L and end_date >= %1$L
      where listing_id in (select listing_id from listing_index where kind = ''event'' and ' || outdated || ' limit %2$s)',
      today, max_events - total);
    get diagnostics changed = row_count;
    total := total + changed;
    exit when total >= max_events;
  end loop;
  return total;
end $$;

-- Called by the previous version while it still runs.
create or replace function mark_ended_events(today date) returns void language sql as $$
  select update_event_order(today, 1000000000)
$$;

create or replace function listing_index_sync() returns trigger language plpgsql as $$
begin
  if new.status not in ('active', 'reported') then
    delete from listing_index where listing_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.status in ('active', 'reported')
    and (old.title, old.description, old.category_id, old.subcategory_id, old.country_id, old.state_id, old.city_id,
         old.posted, old.price, old.start_date, old.end_date)
      is not distinct from
        (new.title, new.description, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id,
         new.posted, new.price, new.start_date, new.end_date)
  then
    return null;
  end if;
  perform add_search_words(new);
  insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
    price, start_date, end_date, ended, on_now, words)
  values (new.id, new.kind, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id, new.posted,
    new.price, new.start_date, new.end_date, coalesce(new.end_date < current_date, false),
    coalesce(new.start_date < current_date and new.end_date >= current_date, false),
    listing_search_words(new) || listing_markers(new))
  on conflict (listing_id) do update set
    category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, country_id = excluded.country_id,
    state_id = excluded.state_id, city_id = excluded.city_id, posted = excluded.posted, price = excluded.price,
    start_date = excluded.start_date, end_date = excluded.end_date, ended = excluded.ended, on_now = excluded.on_now,
    words = excluded.words;
  return null;
end $$;

-- The events that have begun by now. The first request of each later day does the same.
select update_event_order(current_date, 1000000000);
