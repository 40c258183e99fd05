-- Who is interested in an event, or going. See docs/decisions/049-attendance.md.

create table attendance (
  id uuid not null,
  profile_id uuid not null,
  listing_id uuid not null,
  -- The date that they chose; null for an event without a schedule.
  occurrence_id bigint,
  state text not null,
  -- Whether others see their name.
  show_name boolean not null default false,
  created timestamptz not null default clock_timestamp(),
  -- When the reminder was written, or when it was too late for one.
  reminded timestamptz,
  constraint attendance_pkey primary key (id),
  constraint attendance_date_key unique nulls not distinct (profile_id, listing_id, occurrence_id),
  constraint attendance_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint attendance_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint attendance_occurrence_fkey foreign key (occurrence_id) references event_occurrence (id) on delete cascade,
  constraint attendance_state check (state in ('interested', 'going'))
);
create index attendance_listing_idx on attendance (listing_id, occurrence_id);
create index attendance_occurrence_idx on attendance (occurrence_id) where occurrence_id is not null;
create index attendance_unreminded_idx on attendance (listing_id) where reminded is null;

-- The event still takes place when its times are removed, while a date that is removed from a series does not.
create function attendance_without_schedule() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  update attendance set occurrence_id = null where listing_id = old.listing_id and occurrence_id is not null;
  return old;
end $$;
create trigger attendance_without_schedule before delete on event_schedule
  for each row when (old.rule is null and old.part = 0) execute function attendance_without_schedule();

-- The page of the event shows the counts. Lists do not, so that nothing else is rendered again.
create function content_change_attendance() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change (kind, listing_id) values ('attendance', coalesce(new.listing_id, old.listing_id));
  return null;
end $$;
create trigger content_change_attendance after insert or delete or update of state, show_name, occurrence_id on attendance
  for each row execute function content_change_attendance();
