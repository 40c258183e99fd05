-- Saved ads, canceled events, and the emails about both. See docs/decisions/038-saved-ads.md.

create table saved_listing (
  profile_id uuid not null,
  listing_id uuid not null,
  saved timestamptz not null default clock_timestamp(),
  -- The price when it was saved, or when the last email named it: a lower one is news.
  known_price numeric(9, 2) not null,
  -- The last day that an email announced.
  announced_end date,
  constraint saved_listing_pkey primary key (profile_id, listing_id),
  constraint saved_listing_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint saved_listing_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);
create index saved_listing_listing_idx on saved_listing (listing_id);

-- The day of a person's latest check for news about their saved ads, in the site's time zone.
create table saved_ads_check (
  profile_id uuid not null,
  day date not null,
  constraint saved_ads_check_pkey primary key (profile_id),
  constraint saved_ads_check_profile_fkey foreign key (profile_id) references profile (id) on delete cascade
);

-- When the author canceled the event. Null for a service, and for an event that takes place.
alter table listing add column canceled timestamptz;
alter table listing add constraint listing_canceled check (canceled is null or kind = 'event') not valid;

-- What people plan by. Names, because the email compares them.
create function event_facts(event listing) returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'startDate', event.start_date, 'endDate', event.end_date,
    'city', (select name from city where id = event.city_id),
    'state', (select name from state where id = event.state_id),
    'country', (select name from country where id = event.country_id),
    'soldOut', event.event_availability = 'soldout',
    'canceled', event.canceled is not null,
    'public', event.status in ('active', 'reported'))
$$;

-- A change of an event that its followers get an email about. Edits are merged into one row until emails are written.
create table event_change (
  id bigint generated always as identity,
  listing_id uuid not null,
  -- The facts that people know.
  before jsonb not null,
  -- The facts that the emails say; null while the author may still be editing.
  after jsonb,
  -- The address of the latest recipient: recipients are emailed in batches, in this order.
  told_until text not null default '',
  created timestamptz not null default clock_timestamp(),
  -- When to write the emails: five minutes after the latest edit, and at most half an hour after the first.
  due timestamptz not null default clock_timestamp() + interval '5 minutes',
  constraint event_change_pkey primary key (id),
  constraint event_change_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);
create unique index event_change_pending_key on event_change (listing_id) where after is null;
create index event_change_listing_idx on event_change (listing_id);
create index event_change_due_idx on event_change (due);

-- Runs as the owner, because the previous version's role may not use the new table until it is granted.
create function event_change_note() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into event_change (listing_id, before) values (new.id, event_facts(old))
  on conflict (listing_id) where after is null do update
  set due = greatest(event_change.due, least(excluded.due, event_change.created + interval '30 minutes'));
  return null;
end $$;

-- Events that are long over concern nobody. The site's day can be one before that of the database.
create trigger event_change_note after update on listing
  for each row when (
    new.kind = 'event' and greatest(old.end_date, new.end_date) >= current_date - 1
    and (old.start_date, old.end_date, old.city_id, old.state_id, old.country_id, old.event_availability,
        old.canceled is not null, old.status in ('active', 'reported'))
      is distinct from (new.start_date, new.end_date, new.city_id, new.state_id, new.country_id, new.event_availability,
        new.canceled is not null, new.status in ('active', 'reported')))
  execute function event_change_note();
