-- Events begin and end at instants in the time zone of their place, and lists show the current date of a series.
-- See docs/decisions/043-event-schedules.md.

alter table listing_index
  -- Of the date that lists show, in minutes after midnight at the place. Null for all day.
  add column start_minute smallint,
  add column end_minute smallint;

-- When what lists say about an event is right: from `since` until `until`. Then it begins, ends, or the next date is shown.
create table event_state (
  listing_id uuid not null,
  since timestamptz not null,
  until timestamptz not null,
  constraint event_state_pkey primary key (listing_id),
  constraint event_state_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);
create index event_state_until_idx on event_state (until);
create index event_state_since_idx on event_state (since);

-- Events that have not ended get their row from update_event_order(), in batches. No row means that all have.
create table event_state_backfill (single boolean not null default true, constraint event_state_backfill_single check (single));
insert into event_state_backfill select true where exists (select from listing);

-- As before, except that the order within a day is that of the times, and events that last all day come first. The numbers are
-- below those of the previous version, except for ended events, which keep theirs: `1000000 - days`.
create or replace function listing_index_set_event_order() returns trigger language plpgsql as $$
begin
  new.event_order := case
    when new.ended then 1000000 - (new.end_date - date '2000-01-01')
    when new.on_now then -1000000000 + (new.end_date - date '2000-01-01') * 1441 + coalesce(new.end_minute, 1440)
    else -2000000000 + (new.start_date - date '2000-01-01') * 1441 + coalesce(new.start_minute + 1, 0)
  end;
  return new;
end $$;
create or replace trigger listing_index_set_event_order
  before insert or update of ended, on_now, start_date, end_date, start_minute, end_minute
  on listing_index for each row when (new.kind = 'event') execute function listing_index_set_event_order();

-- The IANA time zone of a place. Until the catalog is loaded, that of the site.
create function place_time_zone(city_id integer, state_id integer, country_id integer) returns text language sql stable as $$
  select coalesce(
    (select time_zone from city where id = city_id), (select time_zone from state where id = state_id),
    (select time_zone from country where id = country_id), current_setting('timezone'))
$$;

-- How far clocks are from UTC, until they show this local time. Loading the catalog fills it from the rules of the program, because
-- those of PostgreSQL may be older or newer.
create table time_zone_offset (
  time_zone text not null,
  until timestamp not null,
  utc_offset interval not null,
  constraint time_zone_offset_pkey primary key (time_zone, until, utc_offset)
);

-- The instant of a local time. A time that a clock change skips is later by the change, and of one that occurs twice, the first
-- counts.
create function place_instant(local timestamp, zone text) returns timestamptz language sql stable as $$
  select coalesce(
    (select (local - utc_offset) at time zone 'UTC' from time_zone_offset
     where time_zone = zone and until > local order by until limit 1),
    local at time zone zone)
$$;

-- Corrects the instants of dates that are not over, if the event has moved or the rules of time zones have changed.
create function correct_occurrences(ids uuid[], at timestamptz) returns void language sql
  security definer set search_path = public, pg_temp as $$
  update event_occurrence o set starts_at = correct.starts_at, ends_at = correct.ends_at
  from event_occurrence stored
  join listing l on l.id = stored.listing_id
  cross join lateral (select place_time_zone(l.city_id, l.state_id, l.country_id) as zone offset 0) place
  cross join lateral (select
    place_instant(stored.start_date + coalesce(stored.start_time, '00:00'), zone) as starts_at,
    place_instant(case when stored.end_time is null then stored.end_date + 1 + time '00:00'
      else stored.end_date + stored.end_time end, zone) as ends_at
    offset 0) correct
  where o.id = stored.id and stored.listing_id = any(ids) and stored.ends_at > at - interval '1 day'
    and (stored.starts_at, stored.ends_at) is distinct from (correct.starts_at, correct.ends_at)
$$;

-- Chooses the date that lists show at an instant: the current or next one that takes place, else the current or next one, else
-- the last one.
create function choose_current_occurrences(ids uuid[], at timestamptz) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  chosen bigint[];
begin
  select array_agg(id) into chosen from (
    select distinct on (listing_id) id from event_occurrence where listing_id = any(ids)
    order by listing_id, ends_at <= at, canceled is not null,
      case when ends_at <= at then -extract(epoch from ends_at) else extract(epoch from starts_at) end, id) c;
  if chosen is null then
    return;
  end if;
  update event_occurrence set current = false where listing_id = any(ids) and current and id <> all(chosen);
  update event_occurrence set current = true where id = any(chosen) and not current;
end $$;

-- Sets what lists say about these events at an instant. The caller has locked their listings. Runs as the owner, because the
-- previous version's role may not use the new tables until they are granted.
create function update_event_states(ids uuid[], at timestamptz) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  moved uuid[];
begin
  perform correct_occurrences(ids, at);
  perform choose_current_occurrences(ids, at);
  with event as materialized (
    select l.id, coalesce(o.start_date, l.start_date) as first_day, coalesce(o.end_date, l.end_date) as last_day,
      (extract(epoch from o.start_time) / 60)::smallint as start_minute,
      (extract(epoch from o.end_time) / 60)::smallint as end_minute,
      coalesce(o.ends_at, place_instant((l.end_date + 1)::timestamp, zone)) as ends_at,
      place_instant((coalesce(o.start_date, l.start_date) + 1)::timestamp, zone) as next_day_at,
      (select max(ends_at) from event_occurrence where listing_id = l.id and ends_at <= at) as previous_end
    from listing l
    cross join lateral (select place_time_zone(l.city_id, l.state_id, l.country_id) as zone offset 0) place
    left join event_occurrence o on o.listing_id = l.id and o.current
    where l.id = any(ids) and l.kind = 'event'
  ), state as (
    select *, ends_at <= at as ended, ends_at > at and next_day_at <= at as on_now from event
  ), stored as (
    insert into event_state (listing_id, since, until)
    select id,
      greatest('-infinity', previous_end, case when ended then ends_at when on_now then next_day_at end),
      case when ended then 'infinity' when on_now then ends_at else least(next_day_at, ends_at) end
    from state
    on conflict (listing_id) do update set since = excluded.since, until = excluded.until
  ), changed as (
    update listing_index i set start_date = s.first_day, end_date = s.last_day, ended = s.ended, on_now = s.on_now,
      start_minute = s.start_minute, end_minute = s.end_minute
    from state s
    where i.listing_id = s.id and (
      (i.start_date, i.end_date, i.ended, i.on_now, i.start_minute, i.end_minute)
        is distinct from (s.first_day, s.last_day, s.ended, s.on_now, s.start_minute, s.end_minute)
      -- The order is a number of the previous version.
      or not i.ended and i.event_order >= 0)
    returning i.listing_id
  )
  select array_agg(listing_id) into moved from changed;
  perform note_event_changes(moved);
end $$;

-- Notes that lists and searches show these events differently. Many at once are one change of everything.
create function note_event_changes(ids uuid[]) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into search_change (listing_id) select id from listing where id = any(ids) and status in ('active', 'reported');
  if cardinality(ids) > 200 then
    insert into content_change default values;
  else
    insert into content_change (kind, category_id, subcategory_id, country_id, state_id, city_id, listing_id, author_id)
    select kind, category_id, subcategory_id, country_id, state_id, city_id, id, author_id
    from listing where id = any(ids) and status in ('active', 'reported');
  end if;
end $$;

-- Brings the events up to date for which something has changed by this instant (or, if a clock was wrong, has not yet), at most
-- max_events of them. Returns how many: fewer mean that all are right. Reads only those. Skips events that are being edited: the
-- edit does the same.
create function update_event_order(at timestamptz, max_events integer) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  -- The clocks of several servers differ a little.
  tolerance constant interval := interval '1 minute';
  is_backfill boolean := exists (select from event_state_backfill)
    and exists (select from country where time_zone is not null);
  outdated uuid[];
  locked uuid[];
begin
  -- The lowest and the highest value come from the indexes, whatever the statistics say.
  if not is_backfill and coalesce((select min(until) from event_state) > at, true)
    and coalesce((select max(since) from event_state) <= at + tolerance, true) then
    return 0;
  end if;
  -- A second process waits, and finds that all are right.
  perform pg_advisory_xact_lock(hashtext('update_event_order'));
  if is_backfill then
    select array_agg(listing_id) into outdated from (
      select listing_id from listing_index
      where kind = 'event' and not ended
        and not exists (select from event_state where event_state.listing_id = listing_index.listing_id)
      limit max_events) missing;
    if outdated is null then
      delete from event_state_backfill;
    end if;
  end if;
  if outdated is null then
    select array_agg(listing_id) into outdated from (
      (select listing_id from event_state where until <= at order by until limit max_events)
      union (select listing_id from event_state where since > at + tolerance order by since desc limit max_events)
      limit max_events) due;
  end if;
  select array_agg(id) into locked from (
    select id from listing where id = any(outdated) order by id for no key update skip locked) l;
  if locked is null then
    return 0;
  end if;
  perform update_event_states(locked, at);
  return cardinality(locked);
end $$;

-- Called by the previous version while it still runs, once a day.
create or replace function update_event_order(today date, max_events integer) returns integer language sql as $$
  select update_event_order(
    case when today = current_date then now() else (today + time '12:00')::timestamptz end, max_events)
$$;

-- As before, except that update_event_states() sets what depends on the time.
create or replace function listing_index_sync() returns trigger language plpgsql as $$
declare
  new_words tsvector := '';
begin
  if new.status not in ('active', 'reported') or new.archived then
    delete from listing_index where listing_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.status in ('active', 'reported') and not old.archived
    and (old.title, old.description, old.category_id, old.subcategory_id, old.country_id, old.state_id, old.city_id,
         old.posted, old.price, old.start_date, old.end_date, old.stale)
      is not distinct from
        (new.title, new.description, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id,
         new.posted, new.price, new.start_date, new.end_date, new.stale)
  then
    return null;
  end if;
  if keeps_previous_search() then
    perform add_search_words(new);
    new_words := listing_search_words(new) || listing_markers(new);
  end if;
  insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
    price, start_date, end_date, ended, on_now, words)
  values (new.id, new.kind, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id,
    listing_order_time(new), new.price, new.start_date, new.end_date, coalesce(new.end_date < current_date, false),
    coalesce(new.start_date < current_date and new.end_date >= current_date, false), new_words)
  on conflict (listing_id) do update set
    category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, country_id = excluded.country_id,
    state_id = excluded.state_id, city_id = excluded.city_id, posted = excluded.posted, price = excluded.price,
    words = excluded.words;
  if new.kind = 'event' then
    perform update_event_states(array[new.id], now());
  end if;
  return null;
end $$;

-- As before, except for events.
create or replace function listing_index_insert() returns trigger
language plpgsql
as $$
declare
  -- The same for all rows.
  with_words boolean := keeps_previous_search();
begin
  if with_words then
    perform add_search_words(listing) from listing where id in (select id from added where status in ('active', 'reported'));
  end if;
  insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
    price, start_date, end_date, ended, on_now, words)
  select id, kind, category_id, subcategory_id, country_id, state_id, city_id, listing_order_time(added),
    price, start_date, end_date, coalesce(end_date < current_date, false),
    coalesce(start_date < current_date and end_date >= current_date, false),
    case when with_words
      then (select listing_search_words(listing) || listing_markers(listing) from listing where listing.id = added.id)
      else '' end
  from added
  where status in ('active', 'reported') and not archived;
  perform update_event_states(array_agg(id), now()) from added
  where kind = 'event' and status in ('active', 'reported') and not archived
  having count(*) > 0;
  return null;
end $$;
