-- Times, series, venues, and tickets of events. All of it is optional: an event without a row in these tables lasts whole days.
-- See docs/decisions/043-event-schedules.md.

-- The IANA time zone of each place, such as America/Chicago. Loading the catalog sets it.
alter table city add column time_zone text;
alter table state add column time_zone text;
alter table country add column time_zone text;

-- Null until the event is put back on or gets a new date. A postponed event has no date that people can rely on.
alter table listing add column postponed timestamptz;
alter table listing add constraint listing_postponed check (postponed is null or kind = 'event') not valid;

-- When an event takes place, in the time zone of its place. An event has one part, and a series another one for each change of
-- "this and following" dates.
create table event_schedule (
  listing_id uuid not null,
  part smallint not null default 0,
  -- The days of the first date.
  start_date date not null,
  end_date date not null,
  -- Null for all day. Without an end time, the event ends with its last day.
  start_time time(0),
  end_time time(0),
  doors_time time(0),
  -- An RFC 5545 recurrence rule of days, such as FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630. Null: takes place once.
  rule text,
  -- The days on which the rule does not apply.
  exceptions date[] not null default '{}',
  -- Dates are generated up to this day; null for all of them.
  generated_until date,
  constraint event_schedule_pkey primary key (listing_id, part),
  constraint event_schedule_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint event_schedule_dates check (start_date <= end_date),
  constraint event_schedule_times check (
    (start_time is not null or (end_time is null and doors_time is null))
    and (start_date < end_date or end_time is null or end_time > start_time)
    and (doors_time is null or doors_time <= start_time)
  ),
  constraint event_schedule_rule_length check (length(rule) <= 200)
);
-- The series that need more dates.
create index event_schedule_generated_until_idx on event_schedule (generated_until) where generated_until is not null;

-- The dates of an event with a schedule.
create table event_occurrence (
  id bigint generated always as identity,
  listing_id uuid not null,
  part smallint not null,
  -- The day by the rule, which names the date in calendars (RECURRENCE-ID), even if it was moved to another day.
  scheduled date not null,
  start_date date not null,
  end_date date not null,
  start_time time(0),
  end_time time(0),
  doors_time time(0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  canceled timestamptz,
  postponed timestamptz,
  -- Whether it differs from the schedule. Changes of the schedule leave it as it is.
  changed boolean not null default false,
  -- Whether lists show this one: the current or next date, or the last one if all are over.
  current boolean not null default false,
  constraint event_occurrence_pkey primary key (id),
  constraint event_occurrence_scheduled_key unique (listing_id, part, scheduled),
  constraint event_occurrence_schedule_fkey foreign key (listing_id, part) references event_schedule (listing_id, part)
    on delete cascade,
  constraint event_occurrence_dates check (start_date <= end_date and starts_at <= ends_at)
);
create index event_occurrence_ends_idx on event_occurrence (listing_id, ends_at);
create unique index event_occurrence_current_key on event_occurrence (listing_id) where current;
-- To find the current dates that are over.
create index event_occurrence_over_idx on event_occurrence (ends_at) where current;

-- Where an event takes place, and what its tickets cost beyond the lowest price.
create table event_details (
  listing_id uuid not null,
  attendance_mode text not null default 'in_person',
  venue_name text not null default '',
  venue_address text not null default '',
  venue_postal_code text not null default '',
  -- How to find it, such as "side entrance".
  venue_note text not null default '',
  venue_latitude double precision,
  venue_longitude double precision,
  online_url text not null default '',
  -- Who gets the link, and when.
  online_url_shown text not null default 'signed_in',
  -- The highest price; listing.price is the lowest.
  price_max numeric(9, 2),
  pay_what_you_can boolean not null default false,
  -- [{"name", "price", "soldOut"}], in the author's order.
  ticket_types jsonb not null default '[]',
  ticket_url text not null default '',
  capacity integer,
  constraint event_details_pkey primary key (listing_id),
  constraint event_details_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint event_details_attendance_mode check (attendance_mode in ('in_person', 'online', 'both')),
  constraint event_details_lengths check (
    length(venue_name) <= 120 and length(venue_address) <= 200 and length(venue_postal_code) <= 12 and length(venue_note) <= 300
  ),
  constraint event_details_point check (
    (venue_latitude is null) = (venue_longitude is null)
    and venue_latitude between -90 and 90 and venue_longitude between -180 and 180
  ),
  constraint event_details_online_url check (online_url = '' or (online_url ~ '^https?://' and length(online_url) <= 500)),
  constraint event_details_online_url_shown check (online_url_shown in ('signed_in', 'on_the_day')),
  constraint event_details_price_max check (price_max >= 0 and price_max <= 9999999.99),
  constraint event_details_ticket_types check (
    jsonb_typeof(ticket_types) = 'array' and jsonb_array_length(ticket_types) <= 20
  ),
  constraint event_details_ticket_url check (ticket_url = '' or (ticket_url ~ '^https?://' and length(ticket_url) <= 500)),
  constraint event_details_capacity check (capacity between 1 and 1000000)
);
