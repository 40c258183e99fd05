-- What people plan by. All values are scalars, because the emails compare them. Neither the dates that are generated nor the
-- current one are in it: they change as time goes by. See docs/subsystems/events.md.
create or replace function event_facts(event listing) returns jsonb language sql stable
  security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'startDate', coalesce((select max(start_date) from event_schedule where listing_id = event.id), event.start_date),
    'endDate', coalesce((select max(end_date) from event_schedule where listing_id = event.id), event.end_date),
    'schedule', coalesce((
      select jsonb_agg(jsonb_build_object(
        'startDate', start_date, 'endDate', end_date, 'startTime', to_char(start_time, 'HH24:MI'),
        'endTime', to_char(end_time, 'HH24:MI'), 'doorsTime', to_char(doors_time, 'HH24:MI'),
        'rule', rule, 'exceptions', to_jsonb(exceptions)) order by start_date)
      from event_schedule where listing_id = event.id), '[]')::text,
    'dates', coalesce((
      select jsonb_agg(jsonb_build_object(
        'scheduled', scheduled, 'startDate', start_date, 'endDate', end_date, 'startTime', to_char(start_time, 'HH24:MI'),
        'endTime', to_char(end_time, 'HH24:MI'), 'doorsTime', to_char(doors_time, 'HH24:MI'),
        'canceled', canceled is not null, 'postponed', postponed is not null) order by scheduled)
      from event_occurrence where listing_id = event.id and changed), '[]')::text,
    'timeZone', coalesce((select time_zone from city where id = event.city_id),
      (select time_zone from state where id = event.state_id),
      (select time_zone from country where id = event.country_id), 'UTC'),
    'venue', coalesce((
      select concat_ws(', ', nullif(venue_name, ''), nullif(venue_address, ''))
      from event_details where listing_id = event.id), ''),
    'attendanceMode', coalesce((
      select attendance_mode from event_details where listing_id = event.id), 'in_person'),
    'city', (select name from city where id = event.city_id),
    'state', (select name from state where id = event.state_id),
    'country', (select name from country where id = event.country_id),
    'soldOut', event.event_availability = 'soldout',
    'canceled', event.canceled is not null,
    'postponed', event.postponed is not null,
    'public', event.status in ('active', 'reported'))
$$;

create or replace function event_change_note() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into event_change (listing_id, before) values (new.id, event_facts(old))
  on conflict (listing_id) where after is null do update
  set due = greatest(event_change.due, least(excluded.due, event_change.created + interval '30 minutes'));
  return null;
end $$;

-- Each edit raises the version, also one of the tables of schedules, before it changes them: the trigger notes the facts from
-- before. Most edits change no fact: then the emails are dropped. Days alone do not count, because a series gets more of them.
-- Nor does the place alone: merging towns moves an event without an edit. Events that are long over concern nobody. The site's day can
-- be one before that of the database.
create or replace trigger event_change_note after update on listing
  for each row when (
    new.kind = 'event' and greatest(old.end_date, new.end_date) >= current_date - 1
    and current_setting('corkboard.moves_ads', true) is distinct from 'on'
    and (old.version, old.event_availability,
        old.canceled is not null, old.postponed is not null, old.status in ('active', 'reported'))
      is distinct from (new.version, new.event_availability,
        new.canceled is not null, new.postponed is not null, new.status in ('active', 'reported')))
  execute function event_change_note();
