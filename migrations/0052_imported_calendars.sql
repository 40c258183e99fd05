-- Calendars of other sites, whose events their authors review and post here. See docs/decisions/048-imported-calendars.md.

create table imported_calendar (
  id uuid not null,
  profile_id uuid not null,
  url text not null,
  -- As the calendar calls itself; empty until it was read.
  name text not null default '',
  -- What the server of the calendar said about the version that was read last, for conditional requests.
  etag text,
  last_modified text,
  -- When it was last read without a failure.
  refreshed timestamptz,
  -- Null: not again, because it has failed for too long.
  next_refresh timestamptz default now(),
  -- Consecutive failures, the time of the first one, and what the author reads about the last one.
  failures integer not null default 0,
  failing_since timestamptz,
  failure text not null default '',
  -- Whether it has more upcoming events than are imported.
  truncated boolean not null default false,
  created timestamptz not null default now(),
  constraint imported_calendar_pkey primary key (id),
  constraint imported_calendar_profile_key unique (profile_id, url),
  constraint imported_calendar_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint imported_calendar_lengths check (
    length(url) <= 1000 and length(name) <= 120 and length(etag) <= 200 and length(last_modified) <= 100
    and length(failure) <= 300
  )
);
create index imported_calendar_next_refresh_idx on imported_calendar (next_refresh) where next_refresh is not null;

create table imported_event (
  id uuid not null,
  calendar_id uuid not null,
  -- UID of iCalendar, or a hash of one that is too long.
  uid text not null,
  -- Empty, or which date of a series differs from the others.
  recurrence_id text not null default '',
  -- The event as the calendar has it, as JSON (src/server/modules/calendar-import/calendar-event.ts).
  content jsonb not null,
  -- Of everything that an author would review. The next date of a series is not part of it.
  hash text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the calendar no longer had it.
  removed timestamptz,
  dismissed timestamptz,
  listing_id uuid,
  -- The content and its hash when the author posted it or last reviewed it.
  reviewed_content jsonb,
  reviewed_hash text,
  created timestamptz not null default now(),
  constraint imported_event_pkey primary key (id),
  constraint imported_event_key unique (calendar_id, uid, recurrence_id),
  constraint imported_event_calendar_fkey foreign key (calendar_id) references imported_calendar (id) on delete cascade,
  constraint imported_event_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint imported_event_lengths check (length(uid) <= 255 and length(recurrence_id) <= 40 and length(hash) <= 64)
);
create index imported_event_listing_idx on imported_event (listing_id) where listing_id is not null;
