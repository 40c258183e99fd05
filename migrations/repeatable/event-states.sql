-- The order of event lists: by the first day and time, and within a day, events that last all day come first. Those that began on an
-- earlier day and are not over come after those of today, the first to end first: they have the last numbers of the day, one for each hour
-- in which they end today, then one for each day until they end. Last come those that have ended, latest first. The search engines compute
-- the same numbers (event-order.ts).
create or replace function listing_index_set_event_order() returns trigger language plpgsql as $$
declare
  today date := coalesce(new.on_now_day, current_date);
begin
  new.event_order := case
    when new.ended then 1000000 - (new.end_date - date '2000-01-01')
    when new.on_now then -2000000000 + (today - date '2000-01-01') * 1441 + 1408
      + case when new.end_date > today then 24 + least(new.end_date - today, 8) else coalesce(new.end_minute, 1440) / 60 end
    else -2000000000 + (new.start_date - date '2000-01-01') * 1441 + least(coalesce(new.start_minute + 1, 0), 1407)
  end;
  return new;
end $$;
create or replace trigger listing_index_set_event_order
  before insert or update of ended, on_now, on_now_day, start_date, end_date, start_minute, end_minute
  on listing_index for each row when (new.kind = 'event') execute function listing_index_set_event_order();

-- The IANA time zone of a place. Until the catalog is loaded, that of the site.
create or replace function place_time_zone(city_id integer, state_id integer, country_id integer) returns text
  language sql stable as $$
  select coalesce(
    (select time_zone from city where id = city_id), (select time_zone from state where id = state_id),
    (select time_zone from country where id = country_id), current_setting('timezone'))
$$;

-- The instant of a local time. A time that a clock change skips is later by the change, and of one that occurs twice, the first
-- counts.
create or replace function place_instant(local timestamp, zone text) returns timestamptz language sql stable as $$
  select coalesce(
    (select (local - utc_offset) at time zone 'UTC' from time_zone_offset
     where time_zone = zone and until > local order by until limit 1),
    local at time zone zone)
$$;

-- Corrects the instants of dates that are not over, if the event has moved or the rules of time zones have changed.
create or replace function correct_occurrences(ids uuid[], at timestamptz) returns void language sql
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
create or replace function choose_current_occurrences(ids uuid[], at timestamptz) returns void language plpgsql
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

-- Sets what lists say about these events at an instant. The caller has locked their listings.
create or replace function update_event_states(ids uuid[], at timestamptz) returns void language plpgsql
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
      place_instant((coalesce(o.start_date, l.start_date) + 1)::timestamp, zone) as next_day_at, zone,
      timezone(zone, at)::date as today,
      (select max(ends_at) from event_occurrence where listing_id = l.id and ends_at <= at) as previous_end
    from listing l
    cross join lateral (select place_time_zone(l.city_id, l.state_id, l.country_id) as zone offset 0) place
    left join event_occurrence o on o.listing_id = l.id and o.current
    where l.id = any(ids) and l.kind = 'event'
  ), state as (
    select *, case when on_now then today end as on_now_day
    from event cross join lateral (select ends_at <= at as ended, ends_at > at and next_day_at <= at as on_now) present
  ), stored as (
    insert into event_state (listing_id, since, until)
    select id,
      greatest('-infinity', previous_end, case when ended then ends_at
        when on_now then least(at, greatest(next_day_at, place_instant(today::timestamp, zone))) end),
      case when ended then 'infinity'
        -- The time zones of PostgreSQL may be others, by which the day is not over yet.
        when on_now then least(ends_at, greatest(place_instant((today + 1)::timestamp, zone), at + interval '1 minute'))
        else least(next_day_at, ends_at) end
    from state
    on conflict (listing_id) do update set since = excluded.since, until = excluded.until
  ), changed as (
    update listing_index i set start_date = s.first_day, end_date = s.last_day, ended = s.ended, on_now = s.on_now,
      on_now_day = s.on_now_day, start_minute = s.start_minute, end_minute = s.end_minute
    from state s
    where i.listing_id = s.id and (
      (i.start_date, i.end_date, i.ended, i.on_now, i.on_now_day, i.start_minute, i.end_minute)
        is distinct from (s.first_day, s.last_day, s.ended, s.on_now, s.on_now_day, s.start_minute, s.end_minute)
      -- The order is a number from before events had times.
      or not i.ended and i.event_order >= 0)
    returning i.listing_id
  )
  select array_agg(listing_id) into moved from changed;
  perform note_list_changes(moved);
end $$;

-- Brings the events up to date for which something has changed by this instant (or, if a clock was wrong, has not yet), at most
-- max_events of them. Returns how many: fewer mean that all are right. Reads only those. Skips events that are being edited: the
-- edit does the same.
create or replace function update_event_order(at timestamptz, max_events integer) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  -- The clocks of several servers differ a little.
  tolerance constant interval := interval '1 minute';
  outdated uuid[];
  locked uuid[];
begin
  -- The lowest and the highest value come from the indexes, whatever the statistics say.
  if coalesce((select min(until) from event_state) > at, true)
    and coalesce((select max(since) from event_state) <= at + tolerance, true) then
    return 0;
  end if;
  -- A second process waits, and finds that all are right.
  perform pg_advisory_xact_lock(hashtext('update_event_order'));
  select array_agg(listing_id) into outdated from (
    (select listing_id from event_state where until <= at order by until limit max_events)
    union (select listing_id from event_state where since > at + tolerance order by since desc limit max_events)
    limit max_events) due;
  select array_agg(id) into locked from (
    select id from listing where id = any(outdated) order by id for no key update skip locked) l;
  if locked is null then
    return 0;
  end if;
  perform update_event_states(locked, at);
  return cardinality(locked);
end $$;

-- The event still takes place when its times are removed, while a date that is removed from a series does not.
create or replace function attendance_without_schedule() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  update attendance set occurrence_id = null where listing_id = old.listing_id and occurrence_id is not null;
  return old;
end $$;
create or replace trigger attendance_without_schedule before delete on event_schedule
  for each row when (old.rule is null and old.part = 0) execute function attendance_without_schedule();
