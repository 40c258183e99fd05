-- The schema as of migration 0068, without what `repeatable/` defines. `adopt-0068.sql` brings a database with the earlier
-- migrations to the same schema.

-- Substring search in the lists of admins.
create extension if not exists pg_trgm;

-- ## Migrations

-- The versioned migrations that have run.
create table migration (
  name text not null,
  timestamp text not null,
  constraint migration_pkey primary key (name)
);

-- The files of `repeatable/` as they were last run.
create table repeatable_migration (
  name text not null,
  -- SHA-256 of the file.
  checksum text not null,
  constraint repeatable_migration_pkey primary key (name)
);

-- Which older programs may run on this schema: those that know at least this migration. The program that migrates writes
-- the only row.
create table schema_compatibility (
  only_row boolean not null default true,
  oldest_migration text not null,
  migrated_by text not null,
  constraint schema_compatibility_pkey primary key (only_row),
  constraint schema_compatibility_only_row check (only_row)
);

-- ## The catalog: what a listing can be about and where it can be

-- Topics (categories and subcategories) share one id sequence, and so do places (countries, states, cities), so listings
-- can be counted by "a topic and a place" at any level.
create sequence topic_id_seq as integer;
create sequence place_id_seq as integer;

create table category (
  id integer not null default nextval('topic_id_seq'),
  name text not null,
  slug text not null,
  position integer not null,
  constraint category_pkey primary key (id),
  constraint category_name_key unique (name),
  constraint category_slug_key unique (slug),
  constraint category_name_length check (length(name) between 1 and 120),
  constraint category_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug !~ '^[0-9]+$')
);

create table subcategory (
  id integer not null default nextval('topic_id_seq'),
  category_id integer not null,
  name text not null,
  slug text not null,
  position integer not null,
  constraint subcategory_pkey primary key (id),
  constraint subcategory_category_fkey foreign key (category_id) references category (id),
  constraint subcategory_name_key unique (category_id, name),
  constraint subcategory_slug_key unique (category_id, slug),
  -- A listing references both, so its subcategory must belong to its category.
  constraint subcategory_category_key unique (id, category_id),
  constraint subcategory_name_length check (length(name) between 1 and 120),
  constraint subcategory_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug !~ '^[0-9]+$')
);
create index subcategory_name_idx on subcategory (name);

create table country (
  id integer not null default nextval('place_id_seq'),
  code text not null,
  name text not null,
  slug text not null,
  position integer not null,
  -- The IANA time zone of the place, such as America/Chicago. Loading the catalog sets it.
  time_zone text,
  constraint country_pkey primary key (id),
  constraint country_code_key unique (code),
  constraint country_name_key unique (name),
  constraint country_slug_key unique (slug),
  constraint country_code_format check (code ~ '^[A-Z]{2}$'),
  constraint country_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug !~ '^[0-9]+$')
);

create table state (
  id integer not null default nextval('place_id_seq'),
  country_id integer not null,
  name text not null,
  slug text not null,
  time_zone text,
  constraint state_pkey primary key (id),
  constraint state_country_fkey foreign key (country_id) references country (id),
  constraint state_name_key unique (country_id, name),
  constraint state_slug_key unique (country_id, slug),
  constraint state_country_key unique (id, country_id),
  constraint state_name_length check (length(name) between 1 and 120)
);
create index state_name_idx on state (name);

create table city (
  id integer not null default nextval('place_id_seq'),
  state_id integer not null,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  population integer not null,
  time_zone text,
  constraint city_pkey primary key (id),
  constraint city_state_fkey foreign key (state_id) references state (id),
  constraint city_name_key unique (state_id, name),
  constraint city_state_key unique (id, state_id),
  constraint city_name_length check (length(name) between 1 and 120),
  constraint city_latitude_range check (latitude between -90 and 90),
  constraint city_longitude_range check (longitude between -180 and 180),
  constraint city_population_range check (population >= 0)
);
create index city_name_idx on city (name);

-- How far clocks are from UTC, until they show this local time. Loading the catalog fills it from the rules of the program,
-- because those of PostgreSQL may be older or newer.
create table time_zone_offset (
  time_zone text not null,
  until timestamp not null,
  utc_offset interval not null,
  constraint time_zone_offset_pkey primary key (time_zone, until, utc_offset)
);

-- The versions of the catalog files that have been loaded.
create table catalog_load (
  hash text not null,
  loaded timestamptz not null default now(),
  constraint catalog_load_pkey primary key (hash)
);

-- ## Accounts: the tables of the identity provider

create table account (
  id uuid not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  -- The owner of a suspended account can sign in, read the reason, and export the data.
  suspended_at timestamptz,
  suspension_reason text not null default '',
  constraint account_pkey primary key (id),
  constraint account_email_lower check (email = lower(email)),
  constraint account_email_length check (length(email) between 3 and 254),
  constraint account_name_length check (length(name) between 1 and 120),
  constraint account_image_format check (image ~ '^(https://|/)' and length(image) <= 500),
  constraint account_suspension_reason_length check (length(suspension_reason) <= 500)
);
create unique index account_email_key on account (email);
-- Finds accounts whose address was never verified, which are deleted after a while.
create index account_unverified_idx on account (created) where not email_verified;

-- One row for the password, and one per provider with which the account can sign in.
create table account_login (
  id uuid not null,
  account_id uuid not null,
  provider text not null,
  -- The provider's id of the person, independent of the email.
  subject text not null,
  -- A hash; only for the provider `credential`.
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires timestamptz,
  refresh_token_expires timestamptz,
  scope text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  -- The password was chosen by someone who had proven the account's email.
  email_proven boolean not null default false,
  constraint account_login_pkey primary key (id),
  constraint account_login_account_fkey foreign key (account_id) references account (id) on delete cascade,
  constraint account_login_subject_key unique (provider, subject),
  constraint account_login_password check ((provider = 'credential') = (password is not null))
);
create index account_login_account_idx on account_login (account_id);

create table account_session (
  id uuid not null,
  account_id uuid not null,
  -- A hash, so that a stolen copy of the database signs nobody in.
  token text not null,
  expires timestamptz not null,
  address text,
  user_agent text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  -- Created by opening an emailed link, or with a password chosen by someone who had. Only such a session makes a pending
  -- admin grant take effect.
  email_proven boolean not null default false,
  constraint account_session_pkey primary key (id),
  constraint account_session_account_fkey foreign key (account_id) references account (id) on delete cascade,
  constraint account_session_token_key unique (token)
);
create index account_session_account_idx on account_session (account_id);
create index account_session_expires_idx on account_session (expires);

-- The sessions that a suspension ended, by the hash of their tokens, so that a browser that was signed in learns why it no
-- longer is.
create table suspended_session (
  -- `account_session.token`, which is a hash.
  token_hash text not null,
  account_id uuid not null,
  ended timestamptz not null default now(),
  constraint suspended_session_pkey primary key (token_hash),
  constraint suspended_session_account_fkey foreign key (account_id) references account (id) on delete cascade
);
create index suspended_session_account_idx on suspended_session (account_id);
create index suspended_session_ended_idx on suspended_session (ended);

-- Hashed tokens of emails, and the state of sign-ins in progress at a provider.
create table account_token (
  id text not null,
  identifier text not null,
  value text not null,
  expires timestamptz not null,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  constraint account_token_pkey primary key (id)
);
create index account_token_identifier_idx on account_token (identifier);
create index account_token_value_idx on account_token (value);
create index account_token_expires_idx on account_token (expires);

-- One row per browser that signed up with an address that is not verified yet. The first one created the account, whose
-- login keeps its password. A later one counts only if its own browser verifies the address.
create table sign_up (
  id uuid not null,
  account_id uuid not null,
  -- Hash of a cookie of the browser.
  browser_hash text not null,
  name text not null,
  -- A hash. A sign-up through a provider that has not verified the address has no password.
  password text,
  created timestamptz not null default now(),
  constraint sign_up_pkey primary key (id),
  constraint sign_up_account_fkey foreign key (account_id) references account (id) on delete cascade,
  constraint sign_up_browser_key unique (account_id, browser_hash),
  constraint sign_up_name_length check (length(name) between 1 and 120)
);

-- Emails whose owners become admins once they verify them.
create table admin_grant (
  email text not null,
  name text not null default '',
  granted timestamptz not null default now(),
  constraint admin_grant_pkey primary key (email),
  constraint admin_grant_email_lower check (email = lower(email))
);

-- From where an account was used lately, so that nobody is taken for a stranger to themselves: as a visitor who writes to
-- their own ad, or as someone who recommends them.
create table account_network (
  account_id uuid not null,
  -- A keyed hash.
  network_hash text not null,
  last_used timestamptz not null default now(),
  constraint account_network_pkey primary key (account_id, network_hash),
  constraint account_network_account_fkey foreign key (account_id) references account (id) on delete cascade
);
create index account_network_last_used_idx on account_network (last_used);

-- Suspensions of deleted accounts, so that deleting an account and signing up again does not end one.
create table retained_suspension (
  id uuid not null default gen_random_uuid(),
  -- The deleted profile, by which the audit log names the suspension.
  profile_id uuid,
  -- Keyed hashes (HMAC with the site's secret) of the account's email and of its IDs at sign-in providers.
  identity_hashes text[] not null,
  suspended_at timestamptz not null,
  reason text not null,
  expires timestamptz not null,
  constraint retained_suspension_pkey primary key (id)
);
create index retained_suspension_hashes_idx on retained_suspension using gin (identity_hashes);

-- ## People

-- A person's public data on this site.
create table profile (
  id uuid not null,
  email text not null,
  name text not null,
  phone text not null default '',
  address text not null default '',
  bio text not null default '',
  is_admin boolean not null default false,
  created timestamptz not null default now(),
  -- Null only for the people of the demo.
  account_id uuid,
  -- How many recommendations visitors see. Triggers on `recommendation` maintain it, because every card shows it.
  recommendations integer not null default 0,
  -- Whether visitors see the bio.
  show_bio boolean not null default false,
  -- Measured once a day from messages.
  replies_within_day boolean not null default false,
  constraint profile_pkey primary key (id),
  constraint profile_email_length check (length(email) between 3 and 254),
  constraint profile_name_length check (length(name) between 1 and 120),
  constraint profile_phone_length check (length(phone) <= 60),
  constraint profile_address_length check (length(address) <= 500),
  constraint profile_bio_length check (length(bio) <= 5000),
  constraint profile_account_fkey foreign key (account_id) references account (id) on delete set null,
  constraint profile_account_key unique (account_id)
);
create unique index profile_email_key on profile (lower(email));
create index profile_admin_idx on profile (created) where is_admin;
create index profile_search_idx on profile using gin (lower(name || ' ' || email) gin_trgm_ops);
create index profile_created_idx on profile (created desc, id desc);
create index profile_name_idx on profile (lower(name), id) include (name);
create index profile_email_order_idx on profile (lower(email), id) include (email);

-- The names in URLs that people chose. Earlier ones lead to the current one and stay theirs, so that nobody else can take
-- over their links.
create table profile_handle (
  -- In the order of its characters, for the parts of the sitemap.
  handle text collate "C" not null,
  profile_id uuid not null,
  is_current boolean not null default true,
  created timestamptz not null default now(),
  constraint profile_handle_pkey primary key (handle),
  constraint profile_handle_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint profile_handle_format check (handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(handle) between 3 and 30)
);
create index profile_handle_profile_idx on profile_handle (profile_id);
create unique index profile_handle_current_key on profile_handle (profile_id) where is_current;

-- The number of profiles as a sum of changes: counting two hundred thousand rows for every page takes too long.
create table profile_count (
  change bigint not null
);
insert into profile_count values (0);

-- Which emails people want, as far as it differs from the defaults in src/shared/email-topics.ts.
create table email_preference (
  profile_id uuid not null,
  topic text not null,
  wanted boolean not null,
  constraint email_preference_pkey primary key (profile_id, topic),
  constraint email_preference_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint email_preference_topic_length check (length(topic) between 1 and 40)
);

-- A browser that shows notifications (Push API).
create table push_subscription (
  id uuid not null,
  profile_id uuid not null,
  endpoint text not null,
  -- The browser's public key and secret, with which notifications are encrypted for it (RFC 8291).
  p256dh text not null,
  auth text not null,
  created timestamptz not null default now(),
  constraint push_subscription_pkey primary key (id),
  constraint push_subscription_endpoint_key unique (endpoint),
  constraint push_subscription_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint push_subscription_endpoint_length check (length(endpoint) between 10 and 1000),
  constraint push_subscription_keys_length check (length(p256dh) <= 200 and length(auth) <= 100)
);
create index push_subscription_profile_idx on push_subscription (profile_id);

-- ## Listings

-- Services and events, with their invariants as constraints.
create table listing (
  id uuid not null,
  kind text not null,
  author_id uuid not null,
  status text not null default 'active',
  title text not null,
  description text not null,
  price numeric(9, 2) not null,
  -- Null: the whole service, or one ticket of an event. Not shown with a price of 0.
  price_unit text,
  category_id integer not null,
  subcategory_id integer,
  country_id integer not null,
  state_id integer,
  city_id integer,
  -- The author's contact details. The email is in the profile.
  business_email text not null default '',
  phone text not null default '',
  facebook text not null default '',
  instagram text not null default '',
  -- Whether the author shows none of them, and asks for messages.
  messages_only boolean not null default false,
  -- Events only.
  event_availability text,
  start_date date,
  end_date date,
  canceled timestamptz,
  -- Set until the event is put back on or gets a new date: it has no date that people can rely on.
  postponed timestamptz,
  posted timestamptz not null default now(),
  version integer not null default 1,
  -- The URLs of the pictures in order, and their placeholders: every list shows them, and joining them took half the time of
  -- a list query. `listing_image` is the source of truth; triggers keep these columns in sync.
  images jsonb not null default '[]',
  placeholders jsonb not null default '[]',
  -- Null until the first edit.
  edited timestamptz,
  -- Soft delete: a deleted listing returns 410 until it is deleted permanently.
  deleted timestamptz,
  -- The admin who deleted it, and why; null and empty if the author did.
  removed_by uuid,
  removal_reason text not null default '',
  -- The status before it was deleted or its author was suspended. Undo restores it.
  previous_status text,
  -- Hidden because its author is suspended.
  hidden_by_suspension boolean not null default false,
  -- A service whose author has not said for a while that it is still offered. Lists show it in gray, after the others.
  stale boolean not null default false,
  -- Not in lists. The page of the listing stays.
  archived boolean not null default false,
  constraint listing_pkey primary key (id),
  constraint listing_author_fkey foreign key (author_id) references profile (id),
  constraint listing_category_fkey foreign key (category_id) references category (id),
  constraint listing_subcategory_fkey foreign key (subcategory_id, category_id) references subcategory (id, category_id),
  constraint listing_country_fkey foreign key (country_id) references country (id),
  constraint listing_state_fkey foreign key (state_id, country_id) references state (id, country_id),
  constraint listing_city_fkey foreign key (city_id, state_id) references city (id, state_id),
  constraint listing_removed_by_fkey foreign key (removed_by) references profile (id) on delete set null,
  constraint listing_city_has_state check (city_id is null or state_id is not null),
  constraint listing_kind check (kind in ('service', 'event')),
  constraint listing_status check (status in ('active', 'reported', 'hidden', 'deleted')),
  -- A minimum length counts every character of the trimmed text. A text of only white space, zero-width characters, or
  -- direction marks is rejected.
  constraint listing_title_length check (
    length(btrim(title, E' \t\n\r\u00a0\ufeff')) >= 3 and length(title) <= 120
    and title ~ '[^[:space:]\u00a0\u200b-\u200f\u2060\ufeff]'
  ),
  constraint listing_description_length check (
    length(btrim(description, E' \t\n\r\u00a0\ufeff')) >= 10 and length(description) <= 10000
    and description ~ '[^[:space:]\u00a0\u200b-\u200f\u2060\ufeff]'
  ),
  -- The type numeric allows NaN and Infinity. Both are greater than any price.
  constraint listing_price_range check (price >= 0 and price <= 9999999.99),
  constraint listing_price_unit check (price_unit in ('hour', 'visit', 'person', 'from')),
  constraint listing_business_email_length check (length(business_email) <= 254),
  constraint listing_phone_length check (length(phone) <= 60),
  constraint listing_facebook_format check (facebook = '' or (facebook ~ '^https?://' and length(facebook) <= 500)),
  constraint listing_instagram_format check (instagram = '' or (instagram ~ '^https?://' and length(instagram) <= 500)),
  constraint listing_event_fields check (
    case kind
      when 'event' then event_availability is not null and start_date is not null and end_date is not null
      else event_availability is null and start_date is null and end_date is null
    end
  ),
  constraint listing_event_availability check (event_availability in ('available', 'soldout')),
  constraint listing_event_dates check (start_date <= end_date),
  constraint listing_event_years check (start_date >= '2000-01-01' and end_date < '2200-01-01'),
  constraint listing_version_positive check (version >= 1),
  constraint listing_deleted check ((status = 'deleted') = (deleted is not null)),
  constraint listing_removal_reason_length check (length(removal_reason) <= 500),
  constraint listing_previous_status check (previous_status in ('active', 'reported', 'hidden')),
  constraint listing_canceled check (canceled is null or kind = 'event'),
  constraint listing_postponed check (postponed is null or kind = 'event')
);
create index listing_author_idx on listing (author_id, kind, posted desc, id desc);
-- The moderation queue. Nearly all listings are active and not in it.
create index listing_status_idx on listing (kind, status, posted desc, id desc) where status <> 'active';
create index listing_deleted_idx on listing (deleted) where deleted is not null;
create index listing_removed_by_idx on listing (removed_by) where removed_by is not null;
create index listing_posted_idx on listing (posted);
-- Reported, hidden, and deleted listings by price, and by part of the title.
create index listing_stored_price_idx on listing (kind, status, price, id) where status <> 'active';
create index listing_stored_title_idx on listing using gin (lower(title) gin_trgm_ops) where status <> 'active';
-- The public listings of one author, newest first: for the page with a seller's ads, and for counting them. Its condition
-- is that of `listing_index`.
create index listing_public_author_idx on listing (author_id, kind, posted desc, id desc)
  where status in ('active', 'reported');

create table image (
  id uuid not null,
  -- Null for pictures that are part of the site.
  uploader_id uuid,
  url text not null,
  -- Only the URL is known of a picture on another host.
  width integer,
  height integer,
  format text not null,
  bytes bigint,
  created timestamptz not null default now(),
  -- A tiny picture as a data: URL, shown until the real one has loaded.
  placeholder text not null default '',
  -- The size of the upload in bytes, before it was resized.
  received bigint not null default 0,
  -- Null while its files are being written. A listing may use the picture only after that.
  stored timestamptz default now(),
  -- The time since which no listing has used it.
  unused_since timestamptz default now(),
  -- Set before its files are deleted. From then on nothing may use or show it. The row is deleted last.
  pending_deletion_since timestamptz,
  constraint image_pkey primary key (id),
  constraint image_uploader_fkey foreign key (uploader_id) references profile (id) on delete set null,
  constraint image_url_key unique (url),
  constraint image_size check (width > 0 and height > 0 and bytes > 0),
  constraint image_placeholder_format check (
    placeholder ~ '^(data:image/webp;base64,[A-Za-z0-9+/=]+)?$' and length(placeholder) <= 1000
  ),
  constraint image_received check (received >= 0)
);
create index image_uploader_idx on image (uploader_id, created) where uploader_id is not null;
create index image_unused_idx on image (unused_since) where unused_since is not null;

create table listing_image (
  listing_id uuid not null,
  position smallint not null,
  image_id uuid not null,
  constraint listing_image_pkey primary key (listing_id, position),
  constraint listing_image_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint listing_image_image_fkey foreign key (image_id) references image (id),
  -- At most ten pictures. The first one is the cover.
  constraint listing_image_position check (position between 0 and 9)
);
create index listing_image_image_idx on listing_image (image_id);

-- Idempotency keys of posts: repeating a key, after a double click or a lost response, creates no second listing.
create table idempotency_key (
  author_id uuid not null,
  key text not null,
  -- A hash of the post. The same key with a different body is an error.
  body_hash text not null,
  listing_id uuid not null,
  created timestamptz not null default now(),
  constraint idempotency_key_pkey primary key (author_id, key),
  constraint idempotency_key_author_fkey foreign key (author_id) references profile (id) on delete cascade,
  -- Deferred: the key is inserted before its listing, so that a second post waits for the first.
  constraint idempotency_key_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
    deferrable initially deferred,
  constraint idempotency_key_length check (length(key) between 1 and 200)
);
create index idempotency_key_listing_idx on idempotency_key (listing_id);
create index idempotency_key_created_idx on idempotency_key (created);

-- How current each service is, by what its author says.
create table service_renewal (
  listing_id uuid not null,
  state text not null default 'current',
  -- When the state began: a service becomes current when it is posted, edited by its author, or renewed.
  since timestamptz not null,
  -- When the author was last asked.
  asked timestamptz,
  constraint service_renewal_pkey primary key (listing_id),
  constraint service_renewal_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint service_renewal_state check (state in ('current', 'asked', 'stale', 'archived'))
);
-- What is due next.
create index service_renewal_due_idx on service_renewal (state, since) where state <> 'archived';

-- ## Events

-- When an event takes place, in the time zone of its place. All of it is optional: an event without a row lasts whole days.
-- An event has one part, and a series another one for each change of "this and following" dates.
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

-- Who is interested in an event, or going. See docs/subsystems/events.md.
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

-- Calendars of other sites, whose events their authors review and post here. Uploaded files are one calendar, whose url is
-- empty. See docs/decisions/048-imported-calendars.md.
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
  -- What was read the last time, which its author sees.
  report jsonb,
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

-- ## Lists

-- One narrow row per listing in the public lists, with only the columns for filters and sorting. `listing` is the source of
-- truth; triggers keep this in sync, so no writer can forget it.
create table listing_index (
  listing_id uuid not null,
  kind text not null,
  category_id integer not null,
  subcategory_id integer,
  country_id integer not null,
  state_id integer,
  city_id integer,
  -- The time by which lists are ordered: listing_order_time().
  posted timestamptz not null,
  price numeric(9, 2) not null,
  -- Of the date that lists show, as everything below.
  start_date date,
  end_date date,
  -- In minutes after midnight at the place. Null for all day.
  start_minute smallint,
  end_minute smallint,
  -- Whether an event is over, and whether it began before today and is not over: update_event_states() sets both.
  ended boolean not null default false,
  on_now boolean not null default false,
  -- A trigger sets it, because changing the expression of a generated column would rewrite the table while nobody can read it.
  event_order integer,
  constraint listing_index_pkey primary key (listing_id),
  constraint listing_index_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);
create index listing_index_newest_idx on listing_index (kind, posted desc, listing_id desc);
create index listing_index_category_idx on listing_index (category_id, kind, posted desc, listing_id desc)
  include (country_id, state_id, city_id, price, event_order);
create index listing_index_subcategory_idx on listing_index (subcategory_id, kind, posted desc, listing_id desc)
  include (country_id, state_id, city_id, price, event_order);
create index listing_index_country_idx on listing_index (country_id, kind, posted desc, listing_id desc);
create index listing_index_state_idx on listing_index (state_id, kind, posted desc, listing_id desc)
  include (category_id, subcategory_id, price, event_order);
create index listing_index_city_idx on listing_index (city_id, kind, posted desc, listing_id desc)
  include (category_id, subcategory_id, price, event_order);
create index listing_index_price_idx on listing_index (kind, price, listing_id) include (category_id, country_id, state_id);
create index listing_index_event_order_idx on listing_index (event_order, listing_id) include (category_id, country_id, state_id)
  where kind = 'event';
create index listing_index_country_event_order_idx on listing_index (country_id, event_order, listing_id) where kind = 'event';
create index listing_index_category_event_order_idx on listing_index (category_id, event_order, listing_id)
  include (country_id, state_id, city_id) where kind = 'event';
create index listing_index_event_rollover_idx on listing_index (ended, end_date) where kind = 'event';
-- The sitemap lists the public listings in parts. A part starts at a listing whose id ends in eleven zero bits, and ends
-- before the next such listing, about two thousand listings later. This index alone gives the starts, and adding or
-- deleting a listing does not move other parts.
create index listing_index_sitemap_idx on listing_index (listing_id) where right(listing_id::text, 3) in ('000', '800');
create index listing_index_event_start_idx on listing_index (on_now, start_date) where kind = 'event' and not ended;

-- The number of visible listings by topic (0: any) and place (0: any), as a sum of changes. Rows are only added, so
-- writers never wait for each other; compact_listing_counts() merges them.
create table listing_count (
  kind text not null,
  topic_id integer not null,
  place_id integer not null,
  change bigint not null,
  -- What triggers add is recent until it is compacted. See docs/decisions/004-services-and-events-in-one-table.md.
  recent boolean not null default true
);
create index listing_count_idx on listing_count (kind, topic_id, place_id) include (change);
create index listing_count_recent_idx on listing_count (kind, topic_id, place_id) where recent;

-- What search engines have to read again: a row for each change of a listing that visitors can see. Rows are only added, so
-- writers never wait for each other.
create table listing_change (
  changed_in xid8 not null default pg_current_xact_id(),
  listing_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, vacuum_truncate = false);
create index listing_change_changed_in_idx on listing_change (changed_in, listing_id);

-- Changes made before `pruned_before` are deleted. An engine that has not read them must build its index again.
create table listing_change_state (
  single boolean not null default true,
  -- Another one makes every engine build its index again.
  epoch uuid not null default gen_random_uuid(),
  pruned_before xid8 not null default '0',
  -- Everything before it was committed or rolled back at `taken`.
  prune_next xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  taken timestamptz not null default clock_timestamp(),
  constraint listing_change_state_pkey primary key (single),
  constraint listing_change_state_single check (single)
) with (fillfactor = 50);
insert into listing_change_state default values;

-- What has changed of what visitors see, so that a cached page is used only as long as nothing that it shows has changed. See
-- docs/decisions/032-page-cache.md. Rows are only added, so writers never wait for each other. A row with a topic and a place
-- changes the lists there; if a listing moves, there is a row for each place. A row with only a listing changes what shows that
-- listing, and one with only an author what shows the author. A row without any of them stands for everything.
create table content_change (
  id bigint generated always as identity,
  changed_in xid8 not null default pg_current_xact_id(),
  kind text,
  category_id integer,
  subcategory_id integer,
  country_id integer,
  state_id integer,
  city_id integer,
  listing_id uuid,
  author_id uuid
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index content_change_changed_in_idx on content_change (changed_in);

-- Changes made before `pruned_before` are deleted. A server that has not read them must discard its cached pages.
create table content_change_state (
  single boolean not null default true,
  pruned_before xid8 not null default '0',
  -- Everything before it was committed or rolled back at `taken`.
  prune_next xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  taken timestamptz not null default clock_timestamp(),
  constraint content_change_state_pkey primary key (single),
  constraint content_change_state_single check (single)
) with (fillfactor = 50);
insert into content_change_state default values;

-- ## Saved ads and searches

-- See docs/subsystems/saved.md.
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

-- What people search for, see docs/decisions/039-saved-searches.md. Those who search for the same share a row, so that a new ad
-- is compared with it once.
create table search_pattern (
  id bigint generated always as identity,
  kind text not null,
  -- The parameters of the list's URL, in a fixed order.
  query text not null,
  -- The search as it is compared with single ads.
  compiled jsonb not null,
  used timestamptz not null default now(),
  changed_in xid8 not null default pg_current_xact_id(),
  constraint search_pattern_pkey primary key (id),
  constraint search_pattern_key unique (kind, query),
  constraint search_pattern_kind check (kind in ('service', 'event')),
  constraint search_pattern_query_length check (length(query) <= 2500)
);
create index search_pattern_changed_in_idx on search_pattern (changed_in);

create table saved_search (
  id uuid not null,
  profile_id uuid not null,
  pattern_id bigint not null,
  name text not null,
  frequency text not null,
  paused boolean not null default false,
  -- No alert is sent before.
  next_alert timestamptz not null default now(),
  -- When to send the ads that were found; null if there are none.
  due timestamptz,
  created timestamptz not null default now(),
  constraint saved_search_pkey primary key (id),
  constraint saved_search_profile_key unique (profile_id, pattern_id),
  constraint saved_search_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint saved_search_pattern_fkey foreign key (pattern_id) references search_pattern (id),
  constraint saved_search_name_length check (length(name) between 1 and 120),
  constraint saved_search_frequency check (frequency in ('immediately', 'daily', 'weekly'))
);
create index saved_search_pattern_idx on saved_search (pattern_id);
create index saved_search_due_idx on saved_search (due) where due is not null;

-- An ad that was found for a saved search. It stays, so that nobody hears twice of the same ad.
create table search_alert (
  saved_search_id uuid not null,
  listing_id uuid not null,
  found timestamptz not null default clock_timestamp(),
  sent timestamptz,
  constraint search_alert_pkey primary key (saved_search_id, listing_id),
  constraint search_alert_search_fkey foreign key (saved_search_id) references saved_search (id) on delete cascade,
  constraint search_alert_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);
create index search_alert_listing_idx on search_alert (listing_id);
create index search_alert_unsent_idx on search_alert (saved_search_id, found) where sent is null;

-- Ads that became public or were edited, and were not compared with the saved searches yet.
create table listing_to_match (
  listing_id uuid not null,
  -- The row before the edit; null if visitors could not see it.
  before jsonb,
  constraint listing_to_match_pkey primary key (listing_id),
  constraint listing_to_match_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);

-- ## Messages

-- One person's conversation with the author of an ad. A signed-in sender has one for each ad; a visitor, whose address is
-- not proven, starts another with each message, so that nobody can write into someone else's.
create table conversation (
  id uuid not null,
  -- Null once the ad is deleted for good.
  listing_id uuid,
  -- When the conversation began, for the time after the ad.
  listing_title text not null,
  created timestamptz not null default clock_timestamp(),
  constraint conversation_pkey primary key (id),
  constraint conversation_listing_fkey foreign key (listing_id) references listing (id) on delete set null
);
create index conversation_listing_idx on conversation (listing_id) where listing_id is not null;

-- Each conversation has two: the author of the ad, and the sender of the first message.
create table conversation_participant (
  -- Random: reply addresses contain it.
  id uuid not null default gen_random_uuid(),
  conversation_id uuid not null,
  role text not null,
  -- Null for a visitor, who has a name and an address instead.
  profile_id uuid,
  visitor_name text,
  visitor_email text,
  -- Messages to this participant that were not read on the site.
  unread integer not null default 0,
  -- Gets no emails and no unread count.
  muted boolean not null default false,
  -- Wants nothing more from the other participant.
  blocked boolean not null default false,
  -- The latest message that this participant can see, or null: a held first message is not visible to the author.
  last_message timestamptz,
  -- When the owner of a visitor's address said that the conversation is theirs.
  confirmed timestamptz,
  constraint conversation_participant_pkey primary key (id),
  constraint conversation_participant_role_key unique (conversation_id, role),
  constraint conversation_participant_conversation_fkey foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint conversation_participant_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint conversation_participant_role check (role in ('author', 'sender')),
  constraint conversation_participant_person check (
    (profile_id is not null and visitor_name is null and visitor_email is null)
    or (profile_id is null and visitor_name is not null and visitor_email is not null and role = 'sender')),
  constraint conversation_participant_unread check (unread >= 0)
);
create index conversation_participant_list_idx on conversation_participant (profile_id, last_message desc, conversation_id);
create index conversation_participant_unread_idx on conversation_participant (profile_id) where unread > 0;
create index conversation_participant_blocked_idx on conversation_participant (profile_id) where blocked;

create table conversation_message (
  id uuid not null,
  conversation_id uuid not null,
  -- Who wrote it.
  role text not null,
  text text not null,
  channel text not null,
  -- SHA-256 of the normalized text, to find the same text in other conversations.
  fingerprint bytea not null,
  -- SHA-256 of an email's Message-ID: mail servers may deliver an email twice.
  source_hash bytea,
  -- Not delivered until an admin releases it.
  held boolean not null default false,
  -- The email that delivers it.
  email_id uuid,
  -- The time of the insert, so that messages have an order.
  created timestamptz not null default clock_timestamp(),
  constraint conversation_message_pkey primary key (id),
  constraint conversation_message_conversation_fkey foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint conversation_message_role check (role in ('author', 'sender')),
  constraint conversation_message_channel check (channel in ('site', 'email')),
  constraint conversation_message_length check (length(text) between 1 and 5000),
  constraint conversation_message_source_key unique (conversation_id, source_hash)
);
create index conversation_message_conversation_idx on conversation_message (conversation_id, created, id);
create index conversation_message_fingerprint_idx on conversation_message (fingerprint, created) where role = 'sender';
create index conversation_message_held_idx on conversation_message (created, id) where held;

-- A participant's report about the other one, at most one each.
create table conversation_report (
  conversation_id uuid not null,
  role text not null,
  reason text not null,
  note text not null,
  resolved timestamptz,
  created timestamptz not null default now(),
  constraint conversation_report_pkey primary key (conversation_id, role),
  constraint conversation_report_conversation_fkey foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint conversation_report_role check (role in ('author', 'sender')),
  constraint conversation_report_reason_length check (length(reason) between 1 and 60),
  constraint conversation_report_note_length check (length(note) <= 1000)
);
create index conversation_report_open_idx on conversation_report (created, conversation_id) where resolved is null;

-- The one notice of a conversation to a visitor whose address is not confirmed. It counts for its mailbox even after the
-- conversation is deleted, so there is no foreign key.
create table answer_notice (
  participant_id uuid not null,
  -- A keyed hash of the address.
  mailbox_hash text not null,
  due timestamptz not null,
  sent timestamptz,
  -- The owner of the mailbox wants no notices.
  refused boolean not null default false,
  constraint answer_notice_pkey primary key (participant_id)
);
create index answer_notice_mailbox_idx on answer_notice (mailbox_hash);
create index answer_notice_due_idx on answer_notice (due) where sent is null;

-- Who has seen the contact details of an ad on request, to count people for its author and ads for a viewer's budget. A row
-- for each viewer and ad, with the latest time that counted.
create table contact_view (
  id uuid not null,
  listing_id uuid not null,
  -- Null for a visitor, who has the keyed hash of a network instead.
  profile_id uuid,
  network_hash text,
  viewed timestamptz not null default clock_timestamp(),
  constraint contact_view_pkey primary key (id),
  constraint contact_view_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint contact_view_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint contact_view_viewer check (num_nonnulls(profile_id, network_hash) = 1)
);
create unique index contact_view_profile_key on contact_view (listing_id, profile_id) where profile_id is not null;
create unique index contact_view_network_key on contact_view (listing_id, network_hash) where network_hash is not null;
create index contact_view_own_idx on contact_view (profile_id, id) where profile_id is not null;
create index contact_view_viewed_idx on contact_view (viewed);

-- Messages from the contact form.
create table contact_message (
  id uuid not null,
  name text not null,
  email text not null,
  message text not null,
  status text not null default 'new',
  created timestamptz not null default now(),
  -- The email that delivers it to the contact address of the site.
  email_id uuid,
  resolved timestamptz,
  constraint contact_message_pkey primary key (id),
  constraint contact_message_name_length check (length(name) between 1 and 120),
  constraint contact_message_email_length check (length(email) between 3 and 254),
  constraint contact_message_length check (length(message) between 1 and 10000),
  constraint contact_message_status check (status in ('new', 'sent', 'failed', 'done'))
);
create index contact_message_created_idx on contact_message (created desc, id desc);
create index contact_message_open_idx on contact_message (status, created desc, id desc) where status <> 'done';
create index contact_message_search_idx on contact_message
  using gin (lower(name || ' ' || email || ' ' || message) gin_trgm_ops);
create index contact_message_email_idx on contact_message (email_id) where email_id is not null;
-- Finds the resolved messages that have expired without reading the others.
create index contact_message_resolved_idx on contact_message (resolved) where status = 'done';

-- ## Recommendations

-- What someone who exchanged messages with an author says about them, and the author's answer.
create table recommendation (
  id uuid not null,
  author_id uuid not null,
  writer_id uuid not null,
  text text not null,
  created timestamptz not null default now(),
  edited timestamptz,
  reply text not null default '',
  replied timestamptz,
  -- By an admin.
  hidden timestamptz,
  reply_hidden timestamptz,
  -- By its writer, without the text. The row stays for the rest of the year in which there can be only one.
  deleted timestamptz,
  constraint recommendation_pkey primary key (id),
  constraint recommendation_author_fkey foreign key (author_id) references profile (id) on delete cascade,
  constraint recommendation_writer_fkey foreign key (writer_id) references profile (id) on delete cascade,
  constraint recommendation_not_own check (writer_id <> author_id),
  constraint recommendation_length check (length(text) between 1 and 500 or (deleted is not null and text = '')),
  constraint recommendation_reply_length check (length(reply) <= 500)
);
create index recommendation_author_idx on recommendation (author_id, created desc, id desc);
create index recommendation_writer_idx on recommendation (writer_id, author_id, created desc);
create index recommendation_deleted_idx on recommendation (created) where deleted is not null;

-- A report about a seller, or about one recommendation on their page.
create table seller_report (
  id uuid not null,
  seller_id uuid not null,
  -- Null: about the seller.
  recommendation_id uuid,
  reporter_id uuid,
  -- The keyed hash of a visitor's network.
  visitor_hash text,
  reason text not null,
  note text not null default '',
  resolved timestamptz,
  created timestamptz not null default now(),
  constraint seller_report_pkey primary key (id),
  constraint seller_report_seller_fkey foreign key (seller_id) references profile (id) on delete cascade,
  constraint seller_report_recommendation_fkey foreign key (recommendation_id) references recommendation (id) on delete cascade,
  constraint seller_report_reporter_fkey foreign key (reporter_id) references profile (id) on delete cascade,
  constraint seller_report_reporter check ((reporter_id is null) <> (visitor_hash is null)),
  constraint seller_report_reason_length check (length(reason) between 1 and 60),
  constraint seller_report_note_length check (length(note) <= 1000)
);
create index seller_report_open_idx on seller_report (created, id) where resolved is null;
create index seller_report_seller_idx on seller_report (seller_id);
create index seller_report_recommendation_idx on seller_report (recommendation_id) where recommendation_id is not null;
create index seller_report_reporter_idx on seller_report (reporter_id) where reporter_id is not null;
-- Each person has one open report about a seller, and one about a recommendation.
create unique index seller_report_account_key
  on seller_report (seller_id, recommendation_id, reporter_id) nulls not distinct
  where resolved is null and reporter_id is not null;
create unique index seller_report_visitor_key on seller_report (seller_id, visitor_hash)
  where resolved is null and visitor_hash is not null;

-- ## Moderation

-- Reports of listings.
create table report (
  id uuid not null,
  listing_id uuid not null,
  -- The reporter: an account, or a visitor identified by a keyed hash (the IP address itself is never stored).
  reporter_id uuid,
  visitor_hash text,
  reason text not null default 'other',
  note text not null default '',
  -- Set when an admin approves the listing. The same reporter cannot report it again.
  resolved timestamptz,
  created timestamptz not null default now(),
  -- The keyed hash of the network from which an account reported, so that a visitor's report from there is not counted as
  -- another person's. Null for visitors, whose visitor_hash it is, and for old reports.
  network_hash text,
  constraint report_pkey primary key (id),
  constraint report_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint report_reporter_fkey foreign key (reporter_id) references profile (id) on delete cascade,
  constraint report_one_reporter check (num_nonnulls(reporter_id, visitor_hash) = 1),
  constraint report_reason check (
    reason in ('spam', 'scam', 'wrong-category', 'duplicate', 'offensive', 'not-available', 'other')
  ),
  constraint report_note_length check (length(note) <= 1000)
);
create unique index report_account_key on report (listing_id, reporter_id) where reporter_id is not null;
create unique index report_visitor_key on report (listing_id, visitor_hash) where visitor_hash is not null;
create index report_reporter_idx on report (reporter_id) where reporter_id is not null;
create index report_listing_idx on report (listing_id, created);
create index report_created_idx on report (created);

-- The open reports of one listing, which an admin resolves together. Triggers keep the rows in sync.
create table report_case (
  listing_id uuid not null,
  kind text not null,
  reports integer not null,
  first_reported timestamptz not null,
  last_reported timestamptz not null,
  constraint report_case_pkey primary key (listing_id),
  constraint report_case_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);
create index report_case_first_idx on report_case (kind, first_reported, listing_id);
create index report_case_last_idx on report_case (kind, last_reported desc, listing_id);
create index report_case_reports_idx on report_case (kind, reports desc, first_reported, listing_id);

-- The admins who have a case open now. Unlogged, because it is worthless after a crash.
create unlogged table report_case_viewer (
  listing_id uuid not null,
  profile_id uuid not null,
  at timestamptz not null default now(),
  constraint report_case_viewer_pkey primary key (listing_id, profile_id)
);

-- The reasons that admins can choose when they hide or delete a listing. Admins edit the list; emails quote the text.
create table removal_reason (
  position smallint not null,
  text text not null,
  constraint removal_reason_pkey primary key (position),
  constraint removal_reason_length check (length(text) between 3 and 200)
);
insert into removal_reason (position, text) values
  (0, 'Spam'),
  (1, 'Scam or fraud'),
  (2, 'Offensive or illegal'),
  (3, 'Wrong category'),
  (4, 'Duplicate'),
  (5, 'No longer available');

-- The audit log of admin actions and of denied ones. Rows are never changed. The actor is only an id, so that a deleted
-- account leaves no name behind.
create table audit_entry (
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_address text not null default '',
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  reason text not null default '',
  -- The entry whose action this one undoes.
  undoes bigint,
  constraint audit_entry_pkey primary key (id),
  constraint audit_entry_undoes_fkey foreign key (undoes) references audit_entry (id),
  constraint audit_entry_undone_once unique (undoes),
  constraint audit_entry_reason_length check (length(reason) <= 500)
);
create index audit_entry_actor_idx on audit_entry (actor_id, id desc);
create index audit_entry_target_idx on audit_entry (target_id, id desc);

-- ## Email

-- Inserting a row sends an email: a trigger adds its job in the same transaction as the change that the email is about, so
-- neither happens without the other.
create table outbox_email (
  id uuid not null default gen_random_uuid(),
  recipient text not null,
  -- Subject, HTML, and text, encrypted: emails contain links that give access to an account.
  encrypted_content text not null,
  -- The email template, for the log and for admins.
  kind text not null,
  reply_to text not null default '',
  status text not null default 'queued',
  attempts integer not null default 0,
  -- The latest error of the mail server or the network.
  last_error text not null default '',
  -- The time of the insert, not of the transaction, so that emails of one transaction have an order.
  created timestamptz not null default clock_timestamp(),
  finished timestamptz,
  -- What the recipient can unsubscribe from: the kind of email, and the id of its owner or subject. Checked again before sending.
  subscription_kind text,
  subscription_id uuid,
  constraint outbox_email_pkey primary key (id),
  constraint outbox_email_recipient_length check (length(recipient) between 3 and 254),
  constraint outbox_email_reply_to_length check (length(reply_to) <= 254),
  constraint outbox_email_kind_length check (length(kind) between 1 and 60),
  constraint outbox_email_last_error_length check (length(last_error) <= 500),
  constraint outbox_email_attempts check (attempts >= 0),
  constraint outbox_email_status check (status in ('queued', 'sent', 'failed')),
  constraint outbox_email_finished check ((status = 'queued') = (finished is null)),
  constraint outbox_email_encrypted_content check ((status = 'queued') = (encrypted_content <> ''))
);
create index outbox_email_queued_idx on outbox_email (lower(recipient), created, id) where status = 'queued';
create index outbox_email_finished_idx on outbox_email (finished) where status <> 'queued';

-- ## Operation

-- One row per rate-limited request. Unlogged, because limits may start over after a crash.
create unlogged table rate_limit_hit (
  bucket text not null,
  at timestamptz not null default clock_timestamp()
);
create index rate_limit_hit_bucket_idx on rate_limit_hit (bucket, at);
create index rate_limit_hit_at_idx on rate_limit_hit (at);

-- When the budget of each client will be full again: see platform/rate-limit/budgets.ts. Unlogged, because losing it in a
-- crash only refills the budgets.
create unlogged table request_budget (
  key text not null,
  full_at timestamptz not null,
  -- The latest report, from which an update computes full_at.
  spent interval not null,
  constraint request_budget_pkey primary key (key)
) with (fillfactor = 70);

-- Challenges that were redeemed: each allows one message. Unlogged, because all expire soon after a crash anyway.
create unlogged table redeemed_challenge (
  signature text not null,
  at timestamptz not null default now(),
  constraint redeemed_challenge_pkey primary key (signature)
);

-- The latest backups, successful or not, for the dashboard.
create table backup_run (
  id bigint generated always as identity,
  started timestamptz not null,
  finished timestamptz not null default now(),
  -- Where the archive is, without credentials.
  location text not null,
  scheduled boolean not null,
  encrypted boolean not null,
  bytes bigint,
  -- Empty if the backup succeeded.
  error text not null default '',
  constraint backup_run_pkey primary key (id),
  constraint backup_run_result check ((bytes is null) = (error <> ''))
);
create index backup_run_success_idx on backup_run (started desc) where error = '';

-- The servers of the site that are running, so that one with other settings can refuse to start. Unlogged: it is renewed
-- every few seconds, and needs no copy on a replica or in a backup.
create unlogged table running_server (
  id uuid not null,
  -- The name of the machine, and the process id.
  name text not null,
  -- What all servers must have in common. Values that are secret, or long, are hashes.
  settings jsonb not null,
  seen timestamptz not null default clock_timestamp(),
  constraint running_server_pkey primary key (id)
);
