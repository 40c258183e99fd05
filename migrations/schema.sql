-- The tables after all migrations, for readers: `npm run schema` writes this file. The migrations say why, and `repeatable/`
-- has the triggers and functions.

create table account (
  id uuid not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  suspended_at timestamptz,
  suspension_reason text not null default '',
  language text,
  suspended_until timestamptz,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_email_length CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint account_email_lower CHECK ((email = lower(email))),
  constraint account_image_format CHECK (((image ~ '^(https://|/)') AND (length(image) <= 500))),
  constraint account_language_length CHECK ((length(language) <= 35)) NOT VALID,
  constraint account_name_length CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint account_suspension_reason_length CHECK ((length(suspension_reason) <= 500))
);
CREATE UNIQUE INDEX account_email_key ON account (email);
CREATE INDEX account_suspended_until_idx ON account (suspended_until) WHERE (suspended_until IS NOT NULL);
CREATE INDEX account_unverified_idx ON account (created) WHERE (NOT email_verified);
-- Triggers: account_follow_photo_delete, account_follow_photo_update, content_change_account_update, profile_sync_email, recommendation_account_changed

create table account_login (
  id uuid not null,
  account_id uuid not null,
  provider text not null,
  subject text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires timestamptz,
  refresh_token_expires timestamptz,
  scope text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  email_proven boolean not null default false,
  constraint account_login_pkey PRIMARY KEY (id),
  constraint account_login_subject_key UNIQUE (provider, subject),
  constraint account_login_account_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint account_login_password CHECK (((provider = 'credential') = (password IS NOT NULL)))
);
CREATE INDEX account_login_account_idx ON account_login (account_id);

create table account_network (
  account_id uuid not null,
  network_hash text not null,
  last_used timestamptz not null default now(),
  constraint account_network_pkey PRIMARY KEY (account_id, network_hash),
  constraint account_network_account_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX account_network_last_used_idx ON account_network (last_used);

create table account_session (
  id uuid not null,
  account_id uuid not null,
  token text not null,
  expires timestamptz not null,
  address text,
  user_agent text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  email_proven boolean not null default false,
  constraint account_session_pkey PRIMARY KEY (id),
  constraint account_session_token_key UNIQUE (token),
  constraint account_session_account_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX account_session_account_idx ON account_session (account_id);
CREATE INDEX account_session_expires_idx ON account_session (expires);

create table account_token (
  id text not null,
  identifier text not null,
  value text not null,
  expires timestamptz not null,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  constraint account_token_pkey PRIMARY KEY (id)
);
CREATE INDEX account_token_expires_idx ON account_token (expires);
CREATE INDEX account_token_identifier_idx ON account_token (identifier);
CREATE INDEX account_token_value_idx ON account_token (value);

create table admin_grant (
  email text not null,
  name text not null default '',
  granted timestamptz not null default now(),
  constraint admin_grant_pkey PRIMARY KEY (email),
  constraint admin_grant_email_lower CHECK ((email = lower(email)))
);

create table answer_notice (
  participant_id uuid not null,
  mailbox_hash text not null,
  due timestamptz not null,
  sent timestamptz,
  refused boolean not null default false,
  constraint answer_notice_pkey PRIMARY KEY (participant_id)
);
CREATE INDEX answer_notice_due_idx ON answer_notice (due) WHERE (sent IS NULL);
CREATE INDEX answer_notice_mailbox_idx ON answer_notice (mailbox_hash);

create table appeal (
  statement_id uuid not null,
  text text not null,
  created timestamptz not null default now(),
  decided timestamptz,
  decided_by uuid,
  outcome text,
  reason text not null default '',
  constraint appeal_pkey PRIMARY KEY (statement_id),
  constraint appeal_statement_fkey FOREIGN KEY (statement_id) REFERENCES statement(id) ON DELETE CASCADE,
  constraint appeal_decided CHECK (((decided IS NULL) = (outcome IS NULL))),
  constraint appeal_outcome CHECK ((outcome = ANY (ARRAY['upheld', 'reversed']))),
  constraint appeal_reason_length CHECK ((length(reason) <= 500)),
  constraint appeal_text_length CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);
CREATE INDEX appeal_created_idx ON appeal (created);
CREATE INDEX appeal_decided_idx ON appeal (decided) WHERE (decided IS NOT NULL);
CREATE INDEX appeal_open_idx ON appeal (created) WHERE (decided IS NULL);

create table attendance (
  id uuid not null,
  profile_id uuid not null,
  listing_id uuid not null,
  occurrence_id bigint,
  state text not null,
  show_name boolean not null default false,
  created timestamptz not null default clock_timestamp(),
  reminded timestamptz,
  waiting_since timestamptz,
  registered boolean not null default false,
  answers jsonb not null default '[]'::jsonb,
  checked_in timestamptz,
  constraint attendance_pkey PRIMARY KEY (id),
  constraint attendance_date_key UNIQUE NULLS NOT DISTINCT (profile_id, listing_id, occurrence_id),
  constraint attendance_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint attendance_occurrence_fkey FOREIGN KEY (occurrence_id) REFERENCES event_occurrence(id) ON DELETE CASCADE,
  constraint attendance_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint attendance_state CHECK ((state = ANY (ARRAY['interested', 'going'])))
);
CREATE INDEX attendance_listing_idx ON attendance (listing_id, occurrence_id);
CREATE INDEX attendance_occurrence_idx ON attendance (occurrence_id) WHERE (occurrence_id IS NOT NULL);
CREATE INDEX attendance_unreminded_idx ON attendance (listing_id) WHERE (reminded IS NULL);
CREATE INDEX attendance_waiting_idx ON attendance (listing_id) WHERE (waiting_since IS NOT NULL);
-- Triggers: content_change_attendance

create table audit_entry (
  id bigint not null generated always as identity,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_address text not null default '',
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  reason text not null default '',
  undoes bigint,
  constraint audit_entry_pkey PRIMARY KEY (id),
  constraint audit_entry_undone_once UNIQUE (undoes),
  constraint audit_entry_undoes_fkey FOREIGN KEY (undoes) REFERENCES audit_entry(id),
  constraint audit_entry_reason_length CHECK ((length(reason) <= 500))
);
CREATE INDEX audit_entry_actor_idx ON audit_entry (actor_id, id DESC);
CREATE INDEX audit_entry_target_idx ON audit_entry (target_id, id DESC);
-- Triggers: audit_entry_append_only, audit_entry_append_only_truncate

create table backup_run (
  id bigint not null generated always as identity,
  started timestamptz not null,
  finished timestamptz not null default now(),
  location text not null,
  scheduled boolean not null,
  encrypted boolean not null,
  bytes bigint,
  error text not null default '',
  constraint backup_run_pkey PRIMARY KEY (id),
  constraint backup_run_result CHECK (((bytes IS NULL) = (error <> '')))
);
CREATE INDEX backup_run_success_idx ON backup_run (started DESC) WHERE (error = '');

create table catalog_load (
  hash text not null,
  loaded timestamptz not null default now(),
  constraint catalog_load_pkey PRIMARY KEY (hash)
);

create table catalog_merge (
  id integer not null generated always as identity,
  level text not null,
  source_id integer not null,
  target_level text not null,
  target_id integer not null,
  undoes integer,
  created timestamptz not null default now(),
  finished timestamptz,
  constraint catalog_merge_pkey PRIMARY KEY (id),
  constraint catalog_merge_undoes_fkey FOREIGN KEY (undoes) REFERENCES catalog_merge(id),
  constraint catalog_merge_level CHECK ((level = ANY (ARRAY['category', 'subcategory', 'country', 'state', 'city']))),
  constraint catalog_merge_target_level CHECK ((target_level = ANY (ARRAY['category', 'subcategory', 'country', 'state', 'city'])))
);

create table category (
  id integer not null default nextval('topic_id_seq'::regclass),
  name text not null,
  slug text not null,
  position integer not null,
  retired_at timestamptz,
  merged_into integer,
  kinds text[] not null default '{service,event}'[],
  icon text not null default '',
  drawing text not null default '',
  synonyms text not null default '',
  first_name text,
  became integer,
  names jsonb not null default '{}'::jsonb,
  constraint category_pkey PRIMARY KEY (id),
  constraint category_name_key UNIQUE (name),
  constraint category_slug_key UNIQUE (slug),
  constraint category_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES category(id) NOT VALID,
  constraint category_kinds CHECK (((kinds <@ '{service,event}'[]) AND ((cardinality(kinds) >= 1) AND (cardinality(kinds) <= 2)))),
  constraint category_name_length CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint category_names CHECK ((jsonb_typeof(names) = 'object')) NOT VALID,
  constraint category_slug_format CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$') AND (slug !~ '^[0-9]+$')))
);

create table city (
  id integer not null default nextval('place_id_seq'::regclass),
  state_id integer not null,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  population integer not null,
  time_zone text,
  retired_at timestamptz,
  merged_into integer,
  other_names text[] not null default '{}'[],
  geonames_id bigint,
  more_names text[] not null default '{}'[],
  constraint city_pkey PRIMARY KEY (id),
  constraint city_name_key UNIQUE (state_id, name),
  constraint city_state_key UNIQUE (id, state_id),
  constraint city_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES city(id) NOT VALID,
  constraint city_state_fkey FOREIGN KEY (state_id) REFERENCES state(id),
  constraint city_latitude_range CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint city_longitude_range CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint city_name_length CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint city_population_range CHECK ((population >= 0))
);
CREATE UNIQUE INDEX city_geonames_idx ON city (geonames_id);
CREATE INDEX city_merged_idx ON city (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX city_name_idx ON city (name);

create table contact_message (
  id uuid not null,
  name text not null,
  email text not null,
  message text not null,
  status text not null default 'new',
  created timestamptz not null default now(),
  email_id uuid,
  resolved timestamptz,
  constraint contact_message_pkey PRIMARY KEY (id),
  constraint contact_message_email_length CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint contact_message_length CHECK (((length(message) >= 1) AND (length(message) <= 10000))),
  constraint contact_message_name_length CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint contact_message_status CHECK ((status = ANY (ARRAY['new', 'sent', 'failed', 'done'])))
);
CREATE INDEX contact_message_created_idx ON contact_message (created DESC, id DESC);
CREATE INDEX contact_message_email_idx ON contact_message (email_id) WHERE (email_id IS NOT NULL);
CREATE INDEX contact_message_open_idx ON contact_message (status, created DESC, id DESC) WHERE (status <> 'done');
CREATE INDEX contact_message_resolved_idx ON contact_message (resolved) WHERE (status = 'done');
CREATE INDEX contact_message_search_idx ON contact_message USING gin (lower(((((name || ' ') || email) || ' ') || message)) gin_trgm_ops);

create table contact_view (
  id uuid not null,
  listing_id uuid not null,
  profile_id uuid,
  network_hash text,
  viewed timestamptz not null default clock_timestamp(),
  constraint contact_view_pkey PRIMARY KEY (id),
  constraint contact_view_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint contact_view_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint contact_view_viewer CHECK ((num_nonnulls(profile_id, network_hash) = 1))
);
CREATE UNIQUE INDEX contact_view_network_key ON contact_view (listing_id, network_hash) WHERE (network_hash IS NOT NULL);
CREATE INDEX contact_view_own_idx ON contact_view (profile_id, id) WHERE (profile_id IS NOT NULL);
CREATE UNIQUE INDEX contact_view_profile_key ON contact_view (listing_id, profile_id) WHERE (profile_id IS NOT NULL);
CREATE INDEX contact_view_viewed_idx ON contact_view (viewed);

create table content_change (
  id bigint not null generated always as identity,
  changed_in xid8 not null default pg_current_xact_id(),
  kind text,
  category_id integer,
  subcategory_id integer,
  country_id integer,
  state_id integer,
  city_id integer,
  listing_id uuid,
  author_id uuid
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
CREATE INDEX content_change_changed_in_idx ON content_change (changed_in);

create table content_change_state (
  single boolean not null default true,
  pruned_before xid8 not null default '0'::xid8,
  prune_next xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  taken timestamptz not null default clock_timestamp(),
  constraint content_change_state_pkey PRIMARY KEY (single),
  constraint content_change_state_single CHECK (single)
) with (fillfactor=50);

create table conversation (
  id uuid not null,
  listing_id uuid,
  listing_title text not null,
  created timestamptz not null default clock_timestamp(),
  left_at timestamptz,
  constraint conversation_pkey PRIMARY KEY (id),
  constraint conversation_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE SET NULL
);
CREATE INDEX conversation_listing_idx ON conversation (listing_id) WHERE (listing_id IS NOT NULL);

create table conversation_message (
  id uuid not null,
  conversation_id uuid not null,
  role text not null,
  text text not null,
  channel text not null,
  fingerprint bytea not null,
  source_hash bytea,
  held boolean not null default false,
  email_id uuid,
  created timestamptz not null default clock_timestamp(),
  constraint conversation_message_pkey PRIMARY KEY (id),
  constraint conversation_message_source_key UNIQUE (conversation_id, source_hash),
  constraint conversation_message_conversation_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE,
  constraint conversation_message_channel CHECK ((channel = ANY (ARRAY['site', 'email']))),
  constraint conversation_message_length CHECK ((length(text) <= 5000)) NOT VALID,
  constraint conversation_message_role CHECK ((role = ANY (ARRAY['author', 'sender'])))
);
CREATE INDEX conversation_message_conversation_idx ON conversation_message (conversation_id, created, id);
CREATE INDEX conversation_message_fingerprint_idx ON conversation_message (fingerprint, created) WHERE (role = 'sender');
CREATE INDEX conversation_message_held_idx ON conversation_message (created, id) WHERE held;
-- Triggers: conversation_message_cancel_email

create table conversation_participant (
  id uuid not null default gen_random_uuid(),
  conversation_id uuid not null,
  role text not null,
  profile_id uuid,
  visitor_name text,
  visitor_email text,
  unread integer not null default 0,
  muted boolean not null default false,
  blocked boolean not null default false,
  last_message timestamptz,
  confirmed timestamptz,
  language text,
  constraint conversation_participant_pkey PRIMARY KEY (id),
  constraint conversation_participant_role_key UNIQUE (conversation_id, role),
  constraint conversation_participant_conversation_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE,
  constraint conversation_participant_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint conversation_participant_language_length CHECK ((length(language) <= 35)) NOT VALID,
  constraint conversation_participant_person CHECK ((((profile_id IS NOT NULL) AND (visitor_name IS NULL) AND (visitor_email IS NULL)) OR ((profile_id IS NULL) AND (visitor_name IS NOT NULL) AND (visitor_email IS NOT NULL) AND (role = 'sender')))),
  constraint conversation_participant_role CHECK ((role = ANY (ARRAY['author', 'sender']))),
  constraint conversation_participant_unread CHECK ((unread >= 0))
);
CREATE INDEX conversation_participant_blocked_idx ON conversation_participant (profile_id) WHERE blocked;
CREATE INDEX conversation_participant_list_idx ON conversation_participant (profile_id, last_message DESC, conversation_id);
CREATE INDEX conversation_participant_unread_idx ON conversation_participant (profile_id) WHERE (unread > 0);
-- Triggers: conversation_follow_participant

create table conversation_report (
  conversation_id uuid not null,
  role text not null,
  reason text not null,
  note text not null,
  resolved timestamptz,
  created timestamptz not null default now(),
  constraint conversation_report_pkey PRIMARY KEY (conversation_id, role),
  constraint conversation_report_conversation_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE,
  constraint conversation_report_note_length CHECK ((length(note) <= 1000)),
  constraint conversation_report_reason_length CHECK (((length(reason) >= 1) AND (length(reason) <= 60))),
  constraint conversation_report_role CHECK ((role = ANY (ARRAY['author', 'sender'])))
);
CREATE INDEX conversation_report_open_idx ON conversation_report (created, conversation_id) WHERE (resolved IS NULL);

create unlogged table counted_view (
  day date not null,
  hash bigint not null,
  constraint counted_view_pkey PRIMARY KEY (day, hash)
);

create table country (
  id integer not null default nextval('place_id_seq'::regclass),
  code text not null,
  name text not null,
  slug text not null,
  position integer not null,
  time_zone text,
  retired_at timestamptz,
  merged_into integer,
  other_names text[] not null default '{}'[],
  division_term text,
  more_names text[] not null default '{}'[],
  constraint country_pkey PRIMARY KEY (id),
  constraint country_code_key UNIQUE (code),
  constraint country_name_key UNIQUE (name),
  constraint country_slug_key UNIQUE (slug),
  constraint country_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES country(id) NOT VALID,
  constraint country_code_format CHECK ((code ~ '^[A-Z]{2}$')),
  constraint country_slug_format CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$') AND (slug !~ '^[0-9]+$')))
);

create table country_load (
  code text not null,
  removes boolean not null,
  min_population integer not null,
  state text not null default 'waiting',
  done integer not null default 0,
  total integer not null default 0,
  result text not null default '',
  changed timestamptz not null default now(),
  constraint country_load_pkey PRIMARY KEY (code),
  constraint country_load_code_format CHECK ((code ~ '^[A-Z]{2}$')),
  constraint country_load_state CHECK ((state = ANY (ARRAY['waiting', 'running', 'done', 'failed'])))
);

create table email_preference (
  profile_id uuid not null,
  topic text not null,
  wanted boolean not null,
  last_sent date,
  constraint email_preference_pkey PRIMARY KEY (profile_id, topic),
  constraint email_preference_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint email_preference_topic_length CHECK (((length(topic) >= 1) AND (length(topic) <= 40)))
);

create table event_change (
  id bigint not null generated always as identity,
  listing_id uuid not null,
  before jsonb not null,
  after jsonb,
  told_until text not null default '',
  created timestamptz not null default clock_timestamp(),
  due timestamptz not null default (clock_timestamp() + '00:05:00'::interval),
  constraint event_change_pkey PRIMARY KEY (id),
  constraint event_change_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE
);
CREATE INDEX event_change_due_idx ON event_change (due);
CREATE INDEX event_change_listing_idx ON event_change (listing_id);
CREATE UNIQUE INDEX event_change_pending_key ON event_change (listing_id) WHERE (after IS NULL);

create table event_details (
  listing_id uuid not null,
  attendance_mode text not null default 'in_person',
  venue_name text not null default '',
  venue_address text not null default '',
  venue_postal_code text not null default '',
  venue_note text not null default '',
  venue_latitude double precision,
  venue_longitude double precision,
  online_url text not null default '',
  online_url_shown text not null default 'signed_in',
  price_max numeric(9,2),
  pay_what_you_can boolean not null default false,
  ticket_types jsonb not null default '[]'::jsonb,
  ticket_url text not null default '',
  capacity integer,
  registration jsonb,
  constraint event_details_pkey PRIMARY KEY (listing_id),
  constraint event_details_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint event_details_attendance_mode CHECK ((attendance_mode = ANY (ARRAY['in_person', 'online', 'both']))),
  constraint event_details_capacity CHECK (((capacity >= 1) AND (capacity <= 1000000))),
  constraint event_details_lengths CHECK (((length(venue_name) <= 120) AND (length(venue_address) <= 200) AND (length(venue_postal_code) <= 12) AND (length(venue_note) <= 300))),
  constraint event_details_online_url CHECK (((online_url = '') OR ((online_url ~ '^https?://') AND (length(online_url) <= 500)))),
  constraint event_details_online_url_shown CHECK ((online_url_shown = ANY (ARRAY['signed_in', 'on_the_day']))),
  constraint event_details_point CHECK ((((venue_latitude IS NULL) = (venue_longitude IS NULL)) AND ((venue_latitude >= ('-90'::integer)::double precision) AND (venue_latitude <= (90)::double precision)) AND ((venue_longitude >= ('-180'::integer)::double precision) AND (venue_longitude <= (180)::double precision)))),
  constraint event_details_price_max CHECK (((price_max >= (0)::numeric) AND (price_max <= 9999999.99))),
  constraint event_details_registration CHECK (((jsonb_typeof((registration -> 'questions')) = 'array') AND (jsonb_array_length((registration -> 'questions')) <= 5))) NOT VALID,
  constraint event_details_ticket_types CHECK (((jsonb_typeof(ticket_types) = 'array') AND (jsonb_array_length(ticket_types) <= 20))),
  constraint event_details_ticket_url CHECK (((ticket_url = '') OR ((ticket_url ~ '^https?://') AND (length(ticket_url) <= 500))))
);

create table event_occurrence (
  id bigint not null generated always as identity,
  listing_id uuid not null,
  part smallint not null,
  scheduled date not null,
  start_date date not null,
  end_date date not null,
  start_time time(0) without time zone,
  end_time time(0) without time zone,
  doors_time time(0) without time zone,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  canceled timestamptz,
  postponed timestamptz,
  changed boolean not null default false,
  current boolean not null default false,
  constraint event_occurrence_pkey PRIMARY KEY (id),
  constraint event_occurrence_scheduled_key UNIQUE (listing_id, part, scheduled),
  constraint event_occurrence_schedule_fkey FOREIGN KEY (listing_id, part) REFERENCES event_schedule(listing_id, part) ON DELETE CASCADE,
  constraint event_occurrence_dates CHECK (((start_date <= end_date) AND (starts_at <= ends_at)))
);
CREATE UNIQUE INDEX event_occurrence_current_key ON event_occurrence (listing_id) WHERE current;
CREATE INDEX event_occurrence_ends_idx ON event_occurrence (listing_id, ends_at);
CREATE INDEX event_occurrence_over_idx ON event_occurrence (ends_at) WHERE current;

create table event_schedule (
  listing_id uuid not null,
  part smallint not null default 0,
  start_date date not null,
  end_date date not null,
  start_time time(0) without time zone,
  end_time time(0) without time zone,
  doors_time time(0) without time zone,
  rule text,
  exceptions date[] not null default '{}'::date[],
  generated_until date,
  constraint event_schedule_pkey PRIMARY KEY (listing_id, part),
  constraint event_schedule_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint event_schedule_dates CHECK ((start_date <= end_date)),
  constraint event_schedule_rule_length CHECK ((length(rule) <= 200)),
  constraint event_schedule_times CHECK ((((start_time IS NOT NULL) OR ((end_time IS NULL) AND (doors_time IS NULL))) AND ((start_date < end_date) OR (end_time IS NULL) OR (end_time > start_time)) AND ((doors_time IS NULL) OR (doors_time <= start_time))))
);
CREATE INDEX event_schedule_generated_until_idx ON event_schedule (generated_until) WHERE (generated_until IS NOT NULL);
-- Triggers: attendance_without_schedule

create table event_state (
  listing_id uuid not null,
  since timestamptz not null,
  until timestamptz not null,
  constraint event_state_pkey PRIMARY KEY (listing_id),
  constraint event_state_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE
);
CREATE INDEX event_state_since_idx ON event_state (since);
CREATE INDEX event_state_until_idx ON event_state (until);

create table former_topic (
  topic_id integer not null,
  name text not null,
  slug text not null,
  changed timestamptz not null default clock_timestamp(),
  constraint former_topic_pkey PRIMARY KEY (topic_id, name)
);

create table idempotency_key (
  author_id uuid not null,
  key text not null,
  body_hash text not null,
  listing_id uuid not null,
  created timestamptz not null default now(),
  constraint idempotency_key_pkey PRIMARY KEY (author_id, key),
  constraint idempotency_key_author_fkey FOREIGN KEY (author_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint idempotency_key_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint idempotency_key_length CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);
CREATE INDEX idempotency_key_created_idx ON idempotency_key (created);
CREATE INDEX idempotency_key_listing_idx ON idempotency_key (listing_id);

create table image (
  id uuid not null,
  uploader_id uuid,
  url text not null,
  width integer,
  height integer,
  format text not null,
  bytes bigint,
  created timestamptz not null default now(),
  placeholder text not null default '',
  received bigint not null default 0,
  stored timestamptz default now(),
  unused_since timestamptz default now(),
  pending_deletion_since timestamptz,
  constraint image_pkey PRIMARY KEY (id),
  constraint image_url_key UNIQUE (url),
  constraint image_uploader_fkey FOREIGN KEY (uploader_id) REFERENCES profile(id) ON DELETE SET NULL,
  constraint image_placeholder_format CHECK (((placeholder ~ '^(data:image/webp;base64,[A-Za-z0-9+/=]+)?$') AND (length(placeholder) <= 1000))),
  constraint image_received CHECK ((received >= 0)),
  constraint image_size CHECK (((width > 0) AND (height > 0) AND (bytes > 0)))
);
CREATE INDEX image_unused_idx ON image (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX image_uploader_idx ON image (uploader_id, created) WHERE (uploader_id IS NOT NULL);
-- Triggers: image_url_immutable

create table imported_calendar (
  id uuid not null,
  profile_id uuid not null,
  url text not null,
  name text not null default '',
  etag text,
  last_modified text,
  refreshed timestamptz,
  next_refresh timestamptz default now(),
  failures integer not null default 0,
  failing_since timestamptz,
  failure text not null default '',
  truncated boolean not null default false,
  created timestamptz not null default now(),
  report jsonb,
  constraint imported_calendar_pkey PRIMARY KEY (id),
  constraint imported_calendar_profile_key UNIQUE (profile_id, url),
  constraint imported_calendar_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint imported_calendar_lengths CHECK (((length(url) <= 1000) AND (length(name) <= 120) AND (length(etag) <= 200) AND (length(last_modified) <= 100) AND (length(failure) <= 300)))
);
CREATE INDEX imported_calendar_next_refresh_idx ON imported_calendar (next_refresh) WHERE (next_refresh IS NOT NULL);

create table imported_event (
  id uuid not null,
  calendar_id uuid not null,
  uid text not null,
  recurrence_id text not null default '',
  content jsonb not null,
  hash text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  removed timestamptz,
  dismissed timestamptz,
  listing_id uuid,
  reviewed_content jsonb,
  reviewed_hash text,
  created timestamptz not null default now(),
  constraint imported_event_pkey PRIMARY KEY (id),
  constraint imported_event_key UNIQUE (calendar_id, uid, recurrence_id),
  constraint imported_event_calendar_fkey FOREIGN KEY (calendar_id) REFERENCES imported_calendar(id) ON DELETE CASCADE,
  constraint imported_event_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint imported_event_lengths CHECK (((length(uid) <= 255) AND (length(recurrence_id) <= 40) AND (length(hash) <= 64)))
);
CREATE INDEX imported_event_listing_idx ON imported_event (listing_id) WHERE (listing_id IS NOT NULL);

create table listing (
  id uuid not null,
  kind text not null,
  author_id uuid not null,
  status text not null default 'active',
  title text not null,
  description text not null,
  price numeric(9,2) not null,
  price_unit text,
  category_id integer not null,
  subcategory_id integer,
  country_id integer not null,
  state_id integer,
  city_id integer,
  business_email text not null default '',
  phone text not null default '',
  facebook text not null default '',
  instagram text not null default '',
  messages_only boolean not null default false,
  event_availability text,
  start_date date,
  end_date date,
  canceled timestamptz,
  postponed timestamptz,
  posted timestamptz not null default now(),
  version integer not null default 1,
  images jsonb not null default '[]'::jsonb,
  placeholders jsonb not null default '[]'::jsonb,
  edited timestamptz,
  deleted timestamptz,
  removed_by uuid,
  removal_reason text not null default '',
  previous_status text,
  hidden_by_suspension boolean not null default false,
  stale boolean not null default false,
  archived boolean not null default false,
  fields jsonb not null default '{}'::jsonb,
  publish_at timestamptz,
  language text not null default 'en',
  constraint listing_pkey PRIMARY KEY (id),
  constraint listing_author_fkey FOREIGN KEY (author_id) REFERENCES profile(id),
  constraint listing_category_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  constraint listing_city_fkey FOREIGN KEY (city_id, state_id) REFERENCES city(id, state_id),
  constraint listing_country_fkey FOREIGN KEY (country_id) REFERENCES country(id),
  constraint listing_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES profile(id) ON DELETE SET NULL,
  constraint listing_state_fkey FOREIGN KEY (state_id, country_id) REFERENCES state(id, country_id),
  constraint listing_subcategory_fkey FOREIGN KEY (subcategory_id, category_id) REFERENCES subcategory(id, category_id),
  constraint listing_business_email_length CHECK ((length(business_email) <= 254)),
  constraint listing_canceled CHECK (((canceled IS NULL) OR (kind = 'event'))),
  constraint listing_city_has_state CHECK (((city_id IS NULL) OR (state_id IS NOT NULL))),
  constraint listing_deleted CHECK (((status = 'deleted') = (deleted IS NOT NULL))),
  constraint listing_description_length CHECK (((length(btrim(description, ' 	
 ﻿')) >= 10) AND (length(description) <= 10000) AND (description ~ '[^[:space:]\u00a0\u200b-\u200f\u2060\ufeff]'))),
  constraint listing_event_availability CHECK ((event_availability = ANY (ARRAY['available', 'soldout']))),
  constraint listing_event_dates CHECK ((start_date <= end_date)),
  constraint listing_event_fields CHECK (
CASE kind
    WHEN 'event' THEN ((event_availability IS NOT NULL) AND (start_date IS NOT NULL) AND (end_date IS NOT NULL))
    ELSE ((event_availability IS NULL) AND (start_date IS NULL) AND (end_date IS NULL))
END),
  constraint listing_event_years CHECK (((start_date >= '2000-01-01'::date) AND (end_date < '2200-01-01'::date))),
  constraint listing_facebook_format CHECK (((facebook = '') OR ((facebook ~ '^https?://') AND (length(facebook) <= 500)))),
  constraint listing_fields CHECK (((jsonb_typeof(fields) = 'object') AND (NOT jsonb_path_exists(fields, 'strict $.*?((@.type() == "object" || @.type() == "null") || @.type() == "array" && exists (@[*]?(@.type() != "string")))'::jsonpath, silent => true)))) NOT VALID,
  constraint listing_instagram_format CHECK (((instagram = '') OR ((instagram ~ '^https?://') AND (length(instagram) <= 500)))),
  constraint listing_kind CHECK ((kind = ANY (ARRAY['service', 'event']))),
  constraint listing_language CHECK ((language ~ '^[a-z]{2,3}$')) NOT VALID,
  constraint listing_phone_length CHECK ((length(phone) <= 60)),
  constraint listing_postponed CHECK (((postponed IS NULL) OR (kind = 'event'))),
  constraint listing_previous_status CHECK ((previous_status = ANY (ARRAY['active', 'reported', 'hidden']))),
  constraint listing_price_range CHECK (((price >= (0)::numeric) AND (price <= 9999999.99))),
  constraint listing_price_unit CHECK ((price_unit = ANY (ARRAY['hour', 'visit', 'person', 'from']))),
  constraint listing_removal_reason_length CHECK ((length(removal_reason) <= 500)),
  constraint listing_status CHECK ((status = ANY (ARRAY['active', 'reported', 'hidden', 'deleted']))),
  constraint listing_title_length CHECK (((length(btrim(title, ' 	
 ﻿')) >= 3) AND (length(title) <= 120) AND (title ~ '[^[:space:]\u00a0\u200b-\u200f\u2060\ufeff]'))),
  constraint listing_version_positive CHECK ((version >= 1))
);
CREATE INDEX listing_author_idx ON listing (author_id, kind, posted DESC, id DESC);
CREATE INDEX listing_deleted_idx ON listing (deleted) WHERE (deleted IS NOT NULL);
CREATE INDEX listing_posted_idx ON listing (posted);
CREATE INDEX listing_public_author_idx ON listing (author_id, kind, posted DESC, id DESC) WHERE (status = ANY (ARRAY['active', 'reported']));
CREATE INDEX listing_removed_by_idx ON listing (removed_by) WHERE (removed_by IS NOT NULL);
CREATE INDEX listing_status_idx ON listing (kind, status, posted DESC, id DESC) WHERE (status <> 'active');
CREATE INDEX listing_stored_price_idx ON listing (kind, status, price, id) WHERE (status <> 'active');
CREATE INDEX listing_stored_title_idx ON listing USING gin (lower(title) gin_trgm_ops) WHERE (status <> 'active');
-- Triggers: content_change_listing_delete, content_change_listing_insert, content_change_listing_update, event_change_note, listing_change_delete, listing_change_insert, listing_change_update, listing_freshness_change, listing_index_insert, listing_index_sync, listing_match_insert, listing_match_update, listing_set_deleted, report_case_sync_listing, service_renewal_insert

create table listing_change (
  changed_in xid8 not null default pg_current_xact_id(),
  listing_id uuid not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, vacuum_truncate=false);
CREATE INDEX listing_change_changed_in_idx ON listing_change (changed_in, listing_id);

create table listing_change_state (
  single boolean not null default true,
  epoch uuid not null default gen_random_uuid(),
  pruned_before xid8 not null default '0'::xid8,
  prune_next xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  taken timestamptz not null default clock_timestamp(),
  constraint listing_change_state_pkey PRIMARY KEY (single),
  constraint listing_change_state_single CHECK (single)
) with (fillfactor=50);

create table listing_count (
  kind text not null,
  topic_id integer not null,
  place_id integer not null,
  change bigint not null,
  recent boolean not null default true
);
CREATE INDEX listing_count_idx ON listing_count (kind, topic_id, place_id) INCLUDE (change);
CREATE INDEX listing_count_recent_idx ON listing_count (kind, topic_id, place_id) WHERE recent;

create table listing_field (
  key text not null,
  definition jsonb not null,
  constraint listing_field_pkey PRIMARY KEY (key),
  constraint listing_field_definition CHECK (((jsonb_typeof(definition) = 'object') AND ((definition ->> 'key') = key))),
  constraint listing_field_key CHECK ((key ~ '^[a-z][a-z0-9_]{0,39}$'))
);
-- Triggers: listing_field_change

create table listing_field_order (
  only_row boolean not null default true,
  keys text[] not null default '{}'[],
  constraint listing_field_order_pkey PRIMARY KEY (only_row),
  constraint listing_field_order_only_row CHECK (only_row)
);
-- Triggers: listing_field_order_change

create table listing_image (
  listing_id uuid not null,
  position smallint not null,
  image_id uuid not null,
  constraint listing_image_pkey PRIMARY KEY (listing_id, "position"),
  constraint listing_image_image_fkey FOREIGN KEY (image_id) REFERENCES image(id),
  constraint listing_image_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint listing_image_position CHECK ((("position" >= 0) AND ("position" <= 9)))
);
CREATE INDEX listing_image_image_idx ON listing_image (image_id);
-- Triggers: image_sync_usage_delete, image_sync_usage_insert, listing_image_delete, listing_image_insert, listing_image_update_new, listing_image_update_old

create table listing_index (
  listing_id uuid not null,
  kind text not null,
  category_id integer not null,
  subcategory_id integer,
  country_id integer not null,
  state_id integer,
  city_id integer,
  posted timestamptz not null,
  price numeric(9,2) not null,
  start_date date,
  end_date date,
  start_minute smallint,
  end_minute smallint,
  ended boolean not null default false,
  on_now boolean not null default false,
  event_order integer,
  on_now_day date,
  constraint listing_index_pkey PRIMARY KEY (listing_id),
  constraint listing_index_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE
);
CREATE INDEX listing_index_category_event_order_idx ON listing_index (category_id, event_order, listing_id) INCLUDE (country_id, state_id, city_id) WHERE (kind = 'event');
CREATE INDEX listing_index_category_idx ON listing_index (category_id, kind, posted DESC, listing_id DESC) INCLUDE (country_id, state_id, city_id, price, event_order);
CREATE INDEX listing_index_city_idx ON listing_index (city_id, kind, posted DESC, listing_id DESC) INCLUDE (category_id, subcategory_id, price, event_order);
CREATE INDEX listing_index_country_event_order_idx ON listing_index (country_id, event_order, listing_id) WHERE (kind = 'event');
CREATE INDEX listing_index_country_idx ON listing_index (country_id, kind, posted DESC, listing_id DESC);
CREATE INDEX listing_index_event_order_idx ON listing_index (event_order, listing_id) INCLUDE (category_id, country_id, state_id) WHERE (kind = 'event');
CREATE INDEX listing_index_event_rollover_idx ON listing_index (ended, end_date) WHERE (kind = 'event');
CREATE INDEX listing_index_event_start_idx ON listing_index (on_now, start_date) WHERE ((kind = 'event') AND (NOT ended));
CREATE INDEX listing_index_newest_idx ON listing_index (kind, posted DESC, listing_id DESC);
CREATE INDEX listing_index_price_idx ON listing_index (kind, price, listing_id) INCLUDE (category_id, country_id, state_id);
CREATE INDEX listing_index_sitemap_idx ON listing_index (listing_id) WHERE ("right"((listing_id), 3) = ANY (ARRAY['000', '800']));
CREATE INDEX listing_index_state_idx ON listing_index (state_id, kind, posted DESC, listing_id DESC) INCLUDE (category_id, subcategory_id, price, event_order);
CREATE INDEX listing_index_subcategory_idx ON listing_index (subcategory_id, kind, posted DESC, listing_id DESC) INCLUDE (country_id, state_id, city_id, price, event_order);
-- Triggers: listing_index_count_delete, listing_index_count_insert, listing_index_count_update, listing_index_set_event_order

create table listing_to_match (
  listing_id uuid not null,
  before jsonb,
  constraint listing_to_match_pkey PRIMARY KEY (listing_id),
  constraint listing_to_match_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE
);

create table listing_view (
  listing_id uuid not null,
  day date not null,
  views integer not null,
  constraint listing_view_pkey PRIMARY KEY (listing_id, day),
  constraint listing_view_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint listing_view_positive CHECK ((views > 0))
);
CREATE INDEX listing_view_day_idx ON listing_view (day);

create table merged_listing (
  merge_id integer not null,
  listing_id uuid not null,
  others uuid[] not null default '{}'::uuid[],
  constraint merged_listing_pkey PRIMARY KEY (merge_id, listing_id),
  constraint merged_listing_merge_fkey FOREIGN KEY (merge_id) REFERENCES catalog_merge(id)
);

create table message_photo (
  message_id uuid not null,
  position smallint not null,
  image_id uuid not null,
  constraint message_photo_pkey PRIMARY KEY (message_id, "position"),
  constraint message_photo_image_key UNIQUE (image_id),
  constraint message_photo_image_fkey FOREIGN KEY (image_id) REFERENCES image(id),
  constraint message_photo_message_fkey FOREIGN KEY (message_id) REFERENCES conversation_message(id) ON DELETE CASCADE,
  constraint message_photo_position CHECK ((("position" >= 0) AND ("position" <= 3)))
);
-- Triggers: message_photo_discard

create table migration (
  name text not null,
  timestamp text not null,
  constraint migration_pkey PRIMARY KEY (name)
);

create table moderator (
  id uuid not null,
  profile_id uuid,
  invited_email text,
  name text not null default '',
  category_ids integer[],
  place_ids integer[],
  granted timestamptz not null default now(),
  constraint moderator_pkey PRIMARY KEY (id),
  constraint moderator_invited_key UNIQUE (invited_email),
  constraint moderator_profile_key UNIQUE (profile_id),
  constraint moderator_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint moderator_either CHECK (((profile_id IS NULL) <> (invited_email IS NULL))),
  constraint moderator_invited_lower CHECK ((invited_email = lower(invited_email))),
  constraint moderator_scope CHECK (((cardinality(category_ids) > 0) AND (cardinality(place_ids) > 0)))
);

create table outbox_email (
  id uuid not null default gen_random_uuid(),
  recipient text not null,
  encrypted_content text not null,
  kind text not null,
  reply_to text not null default '',
  status text not null default 'queued',
  attempts integer not null default 0,
  last_error text not null default '',
  created timestamptz not null default clock_timestamp(),
  finished timestamptz,
  subscription_kind text,
  subscription_id uuid,
  constraint outbox_email_pkey PRIMARY KEY (id),
  constraint outbox_email_attempts CHECK ((attempts >= 0)),
  constraint outbox_email_encrypted_content CHECK (((status = 'queued') = (encrypted_content <> ''))),
  constraint outbox_email_finished CHECK (((status = 'queued') = (finished IS NULL))),
  constraint outbox_email_kind_length CHECK (((length(kind) >= 1) AND (length(kind) <= 60))),
  constraint outbox_email_last_error_length CHECK ((length(last_error) <= 500)),
  constraint outbox_email_recipient_length CHECK (((length(recipient) >= 3) AND (length(recipient) <= 254))),
  constraint outbox_email_reply_to_length CHECK ((length(reply_to) <= 254)),
  constraint outbox_email_status CHECK ((status = ANY (ARRAY['queued', 'sent', 'failed'])))
);
CREATE INDEX outbox_email_finished_idx ON outbox_email (finished) WHERE (status <> 'queued');
CREATE INDEX outbox_email_queued_idx ON outbox_email (lower(recipient), created, id) WHERE (status = 'queued');
-- Triggers: contact_message_sync_email, outbox_email_enqueue

create table profile (
  id uuid not null,
  email text not null,
  name text not null,
  phone text not null default '',
  address text not null default '',
  bio text not null default '',
  is_admin boolean not null default false,
  created timestamptz not null default now(),
  account_id uuid,
  recommendations integer not null default 0,
  show_bio boolean not null default false,
  replies_within_day boolean not null default false,
  constraint profile_pkey PRIMARY KEY (id),
  constraint profile_account_key UNIQUE (account_id),
  constraint profile_account_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint profile_address_length CHECK ((length(address) <= 500)),
  constraint profile_bio_length CHECK ((length(bio) <= 5000)),
  constraint profile_email_length CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint profile_name_length CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint profile_phone_length CHECK ((length(phone) <= 60))
);
CREATE INDEX profile_admin_idx ON profile (created) WHERE is_admin;
CREATE INDEX profile_created_idx ON profile (created DESC, id DESC);
CREATE UNIQUE INDEX profile_email_key ON profile (lower(email));
CREATE INDEX profile_email_order_idx ON profile (lower(email), id) INCLUDE (email);
CREATE INDEX profile_name_idx ON profile (lower(name), id) INCLUDE (name);
CREATE INDEX profile_search_idx ON profile USING gin (lower(((name || ' ') || email)) gin_trgm_ops);
-- Triggers: content_change_profile_delete, content_change_profile_update, content_change_seller_page_update, profile_count_delete, profile_count_insert, recommendation_writer_changed

create table profile_count (
  change bigint not null
);

create table profile_handle (
  handle text collate "C" not null,
  profile_id uuid not null,
  is_current boolean not null default true,
  created timestamptz not null default now(),
  constraint profile_handle_pkey PRIMARY KEY (handle),
  constraint profile_handle_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint profile_handle_format CHECK (((handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$') AND ((length(handle) >= 3) AND (length(handle) <= 30))))
);
CREATE UNIQUE INDEX profile_handle_current_key ON profile_handle (profile_id) WHERE is_current;
CREATE INDEX profile_handle_profile_idx ON profile_handle (profile_id);
-- Triggers: content_change_handle

create table push_subscription (
  id uuid not null,
  profile_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created timestamptz not null default now(),
  constraint push_subscription_pkey PRIMARY KEY (id),
  constraint push_subscription_endpoint_key UNIQUE (endpoint),
  constraint push_subscription_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint push_subscription_endpoint_length CHECK (((length(endpoint) >= 10) AND (length(endpoint) <= 1000))),
  constraint push_subscription_keys_length CHECK (((length(p256dh) <= 200) AND (length(auth) <= 100)))
);
CREATE INDEX push_subscription_profile_idx ON push_subscription (profile_id);

create unlogged table rate_limit_hit (
  bucket text not null,
  at timestamptz not null default clock_timestamp()
);
CREATE INDEX rate_limit_hit_at_idx ON rate_limit_hit (at);
CREATE INDEX rate_limit_hit_bucket_idx ON rate_limit_hit (bucket, at);

create table recommendation (
  id uuid not null,
  author_id uuid not null,
  writer_id uuid not null,
  text text not null,
  created timestamptz not null default now(),
  edited timestamptz,
  reply text not null default '',
  replied timestamptz,
  hidden timestamptz,
  reply_hidden timestamptz,
  deleted timestamptz,
  constraint recommendation_pkey PRIMARY KEY (id),
  constraint recommendation_author_fkey FOREIGN KEY (author_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint recommendation_writer_fkey FOREIGN KEY (writer_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint recommendation_length CHECK ((((length(text) >= 1) AND (length(text) <= 500)) OR ((deleted IS NOT NULL) AND (text = '')))),
  constraint recommendation_not_own CHECK ((writer_id <> author_id)),
  constraint recommendation_reply_length CHECK ((length(reply) <= 500))
);
CREATE INDEX recommendation_author_idx ON recommendation (author_id, created DESC, id DESC);
CREATE INDEX recommendation_deleted_idx ON recommendation (created) WHERE (deleted IS NOT NULL);
CREATE INDEX recommendation_writer_idx ON recommendation (writer_id, author_id, created DESC);
-- Triggers: recommendation_changed

create unlogged table redeemed_challenge (
  signature text not null,
  at timestamptz not null default now(),
  constraint redeemed_challenge_pkey PRIMARY KEY (signature)
);

create table removal_reason (
  position smallint not null,
  text text not null,
  constraint removal_reason_pkey PRIMARY KEY ("position"),
  constraint removal_reason_length CHECK (((length(text) >= 3) AND (length(text) <= 200)))
);

create table repeatable_migration (
  name text not null,
  checksum text not null,
  constraint repeatable_migration_pkey PRIMARY KEY (name)
);

create table report (
  id uuid not null,
  listing_id uuid not null,
  reporter_id uuid,
  visitor_hash text,
  reason text not null default 'other',
  note text not null default '',
  resolved timestamptz,
  created timestamptz not null default now(),
  network_hash text,
  constraint report_pkey PRIMARY KEY (id),
  constraint report_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint report_reporter_fkey FOREIGN KEY (reporter_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint report_note_length CHECK ((length(note) <= 1000)),
  constraint report_one_reporter CHECK ((num_nonnulls(reporter_id, visitor_hash) = 1)),
  constraint report_reason CHECK ((reason = ANY (ARRAY['spam', 'scam', 'wrong-category', 'duplicate', 'offensive', 'not-available', 'other'])))
);
CREATE UNIQUE INDEX report_account_key ON report (listing_id, reporter_id) WHERE (reporter_id IS NOT NULL);
CREATE INDEX report_created_idx ON report (created);
CREATE INDEX report_listing_idx ON report (listing_id, created);
CREATE INDEX report_reporter_idx ON report (reporter_id) WHERE (reporter_id IS NOT NULL);
CREATE UNIQUE INDEX report_visitor_key ON report (listing_id, visitor_hash) WHERE (visitor_hash IS NOT NULL);
-- Triggers: report_case_delete, report_case_insert, report_case_update

create table report_case (
  listing_id uuid not null,
  kind text not null,
  reports integer not null,
  first_reported timestamptz not null,
  last_reported timestamptz not null,
  constraint report_case_pkey PRIMARY KEY (listing_id),
  constraint report_case_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE
);
CREATE INDEX report_case_first_idx ON report_case (kind, first_reported, listing_id);

create unlogged table report_case_viewer (
  listing_id uuid not null,
  profile_id uuid not null,
  at timestamptz not null default now(),
  constraint report_case_viewer_pkey PRIMARY KEY (listing_id, profile_id)
);

create unlogged table request_budget (
  key text not null,
  full_at timestamptz not null,
  spent interval not null,
  constraint request_budget_pkey PRIMARY KEY (key)
) with (fillfactor=70);

create table retained_suspension (
  id uuid not null default gen_random_uuid(),
  profile_id uuid,
  identity_hashes text[] not null,
  suspended_at timestamptz not null,
  reason text not null,
  expires timestamptz not null,
  suspended_until timestamptz,
  constraint retained_suspension_pkey PRIMARY KEY (id)
);
CREATE INDEX retained_suspension_hashes_idx ON retained_suspension USING gin (identity_hashes);

create unlogged table running_server (
  id uuid not null,
  name text not null,
  settings jsonb not null,
  seen timestamptz not null default clock_timestamp(),
  constraint running_server_pkey PRIMARY KEY (id)
);

create table saved_ads_check (
  profile_id uuid not null,
  day date not null,
  constraint saved_ads_check_pkey PRIMARY KEY (profile_id),
  constraint saved_ads_check_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE
);

create table saved_listing (
  profile_id uuid not null,
  listing_id uuid not null,
  saved timestamptz not null default clock_timestamp(),
  known_price numeric(9,2) not null,
  announced_end date,
  constraint saved_listing_pkey PRIMARY KEY (profile_id, listing_id),
  constraint saved_listing_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint saved_listing_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE
);
CREATE INDEX saved_listing_listing_idx ON saved_listing (listing_id);

create table saved_search (
  id uuid not null,
  profile_id uuid not null,
  pattern_id bigint not null,
  name text not null,
  frequency text not null,
  paused boolean not null default false,
  next_alert timestamptz not null default now(),
  due timestamptz,
  created timestamptz not null default now(),
  constraint saved_search_pkey PRIMARY KEY (id),
  constraint saved_search_profile_key UNIQUE (profile_id, pattern_id),
  constraint saved_search_pattern_fkey FOREIGN KEY (pattern_id) REFERENCES search_pattern(id),
  constraint saved_search_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint saved_search_frequency CHECK ((frequency = ANY (ARRAY['immediately', 'daily', 'weekly']))),
  constraint saved_search_name_length CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
CREATE INDEX saved_search_due_idx ON saved_search (due) WHERE (due IS NOT NULL);
CREATE INDEX saved_search_pattern_idx ON saved_search (pattern_id);

create table schema_compatibility (
  only_row boolean not null default true,
  oldest_migration text not null,
  migrated_by text not null,
  constraint schema_compatibility_pkey PRIMARY KEY (only_row),
  constraint schema_compatibility_only_row CHECK (only_row)
);

create table search_alert (
  saved_search_id uuid not null,
  listing_id uuid not null,
  found timestamptz not null default clock_timestamp(),
  sent timestamptz,
  constraint search_alert_pkey PRIMARY KEY (saved_search_id, listing_id),
  constraint search_alert_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint search_alert_search_fkey FOREIGN KEY (saved_search_id) REFERENCES saved_search(id) ON DELETE CASCADE
);
CREATE INDEX search_alert_listing_idx ON search_alert (listing_id);
CREATE INDEX search_alert_unsent_idx ON search_alert (saved_search_id, found) WHERE (sent IS NULL);

create table search_pattern (
  id bigint not null generated always as identity,
  kind text not null,
  query text not null,
  compiled jsonb not null,
  used timestamptz not null default now(),
  changed_in xid8 not null default pg_current_xact_id(),
  constraint search_pattern_pkey PRIMARY KEY (id),
  constraint search_pattern_key UNIQUE (kind, query),
  constraint search_pattern_kind CHECK ((kind = ANY (ARRAY['service', 'event']))),
  constraint search_pattern_query_length CHECK ((length(query) <= 2500))
);
CREATE INDEX search_pattern_changed_in_idx ON search_pattern (changed_in);

create table seller_report (
  id uuid not null,
  seller_id uuid not null,
  recommendation_id uuid,
  reporter_id uuid,
  visitor_hash text,
  reason text not null,
  note text not null default '',
  resolved timestamptz,
  created timestamptz not null default now(),
  constraint seller_report_pkey PRIMARY KEY (id),
  constraint seller_report_recommendation_fkey FOREIGN KEY (recommendation_id) REFERENCES recommendation(id) ON DELETE CASCADE,
  constraint seller_report_reporter_fkey FOREIGN KEY (reporter_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint seller_report_seller_fkey FOREIGN KEY (seller_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint seller_report_note_length CHECK ((length(note) <= 1000)),
  constraint seller_report_reason_length CHECK (((length(reason) >= 1) AND (length(reason) <= 60))),
  constraint seller_report_reporter CHECK (((reporter_id IS NULL) <> (visitor_hash IS NULL)))
);
CREATE UNIQUE INDEX seller_report_account_key ON seller_report (seller_id, recommendation_id, reporter_id) NULLS NOT DISTINCT WHERE ((resolved IS NULL) AND (reporter_id IS NOT NULL));
CREATE INDEX seller_report_open_idx ON seller_report (created, id) WHERE (resolved IS NULL);
CREATE INDEX seller_report_recommendation_idx ON seller_report (recommendation_id) WHERE (recommendation_id IS NOT NULL);
CREATE INDEX seller_report_reporter_idx ON seller_report (reporter_id) WHERE (reporter_id IS NOT NULL);
CREATE INDEX seller_report_seller_idx ON seller_report (seller_id);
CREATE UNIQUE INDEX seller_report_visitor_key ON seller_report (seller_id, visitor_hash) WHERE ((resolved IS NULL) AND (visitor_hash IS NOT NULL));

create table service_renewal (
  listing_id uuid not null,
  state text not null default 'current',
  since timestamptz not null,
  asked timestamptz,
  constraint service_renewal_pkey PRIMARY KEY (listing_id),
  constraint service_renewal_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE CASCADE,
  constraint service_renewal_state CHECK ((state = ANY (ARRAY['current', 'asked', 'stale', 'archived'])))
);
CREATE INDEX service_renewal_due_idx ON service_renewal (state, since) WHERE (state <> 'archived');

create table setting (
  key text not null,
  value jsonb not null,
  constraint setting_pkey PRIMARY KEY (key)
);

create table setup (
  only_row boolean not null default true,
  state text not null,
  link_hash text,
  link_expires timestamptz,
  constraint setup_pkey PRIMARY KEY (only_row),
  constraint setup_only_row CHECK (only_row),
  constraint setup_state CHECK ((state = ANY (ARRAY['waiting', 'begun', 'finished'])))
);

create table sign_up (
  id uuid not null,
  account_id uuid not null,
  browser_hash text not null,
  name text not null,
  password text,
  created timestamptz not null default now(),
  constraint sign_up_pkey PRIMARY KEY (id),
  constraint sign_up_browser_key UNIQUE (account_id, browser_hash),
  constraint sign_up_account_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint sign_up_name_length CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);

create table site_file (
  name text not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  constraint site_file_pkey PRIMARY KEY (name)
);

create table site_revision (
  only_row boolean not null default true,
  revision bigint not null default 1,
  catalog_revision bigint not null default 1,
  last_settings jsonb not null default '{}'::jsonb,
  constraint site_revision_pkey PRIMARY KEY (only_row),
  constraint site_revision_only_row CHECK (only_row)
);

create table state (
  id integer not null default nextval('place_id_seq'::regclass),
  country_id integer not null,
  name text not null,
  slug text not null,
  time_zone text,
  retired_at timestamptz,
  merged_into integer,
  other_names text[] not null default '{}'[],
  code text,
  more_names text[] not null default '{}'[],
  constraint state_pkey PRIMARY KEY (id),
  constraint state_country_key UNIQUE (id, country_id),
  constraint state_name_key UNIQUE (country_id, name),
  constraint state_slug_key UNIQUE (country_id, slug),
  constraint state_country_fkey FOREIGN KEY (country_id) REFERENCES country(id),
  constraint state_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES state(id) NOT VALID,
  constraint state_name_length CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
CREATE INDEX state_name_idx ON state (name);

create table statement (
  id uuid not null,
  profile_id uuid not null,
  listing_id uuid,
  title text not null default '',
  kind text not null,
  rule text not null default '',
  automatic boolean not null,
  decided_by uuid,
  entry_id bigint,
  created timestamptz not null default now(),
  ends timestamptz,
  ended timestamptz,
  ended_entry_id bigint,
  constraint statement_pkey PRIMARY KEY (id),
  constraint statement_ended_entry_fkey FOREIGN KEY (ended_entry_id) REFERENCES audit_entry(id),
  constraint statement_entry_fkey FOREIGN KEY (entry_id) REFERENCES audit_entry(id),
  constraint statement_listing_fkey FOREIGN KEY (listing_id) REFERENCES listing(id) ON DELETE SET NULL,
  constraint statement_profile_fkey FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  constraint statement_decided_by CHECK ((automatic = (decided_by IS NULL))),
  constraint statement_kind CHECK ((kind = ANY (ARRAY['hold', 'hide', 'removal', 'suspension']))),
  constraint statement_rule_length CHECK ((length(rule) <= 500)),
  constraint statement_title_length CHECK ((length(title) <= 200))
);
CREATE INDEX statement_created_idx ON statement (created);
CREATE INDEX statement_ended_entry_idx ON statement (ended_entry_id) WHERE (ended_entry_id IS NOT NULL);
CREATE INDEX statement_entry_idx ON statement (entry_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX statement_listing_idx ON statement (listing_id) WHERE (listing_id IS NOT NULL);
CREATE UNIQUE INDEX statement_open_listing_key ON statement (listing_id) WHERE ((ended IS NULL) AND (listing_id IS NOT NULL));
CREATE UNIQUE INDEX statement_open_suspension_key ON statement (profile_id) WHERE ((ended IS NULL) AND (kind = 'suspension'));
CREATE INDEX statement_profile_idx ON statement (profile_id, created DESC);

create table subcategory (
  id integer not null default nextval('topic_id_seq'::regclass),
  category_id integer not null,
  name text not null,
  slug text not null,
  position integer not null,
  retired_at timestamptz,
  merged_into integer,
  kinds text[] not null default '{service,event}'[],
  synonyms text not null default '',
  first_name text,
  became integer,
  names jsonb not null default '{}'::jsonb,
  constraint subcategory_pkey PRIMARY KEY (id),
  constraint subcategory_category_key UNIQUE (id, category_id),
  constraint subcategory_name_key UNIQUE (category_id, name),
  constraint subcategory_slug_key UNIQUE (category_id, slug),
  constraint subcategory_category_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  constraint subcategory_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES subcategory(id) NOT VALID,
  constraint subcategory_kinds CHECK (((kinds <@ '{service,event}'[]) AND ((cardinality(kinds) >= 1) AND (cardinality(kinds) <= 2)))),
  constraint subcategory_name_length CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint subcategory_names CHECK ((jsonb_typeof(names) = 'object')) NOT VALID,
  constraint subcategory_slug_format CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$') AND (slug !~ '^[0-9]+$')))
);
CREATE INDEX subcategory_name_idx ON subcategory (name);

create table suspended_session (
  token_hash text not null,
  account_id uuid not null,
  ended timestamptz not null default now(),
  constraint suspended_session_pkey PRIMARY KEY (token_hash),
  constraint suspended_session_account_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX suspended_session_account_idx ON suspended_session (account_id);
CREATE INDEX suspended_session_ended_idx ON suspended_session (ended);

create table text_version (
  key text not null,
  version integer not null,
  title text,
  subtitle text not null default '',
  body text not null default '',
  address text,
  place text,
  position integer,
  base text not null default '',
  changed_at timestamptz not null default now(),
  names jsonb not null default '{}'::jsonb,
  constraint text_version_pkey PRIMARY KEY (key, version),
  constraint text_version_names CHECK ((jsonb_typeof(names) = 'object')) NOT VALID,
  constraint text_version_place CHECK ((place = ANY (ARRAY['header', 'footer', 'none']))),
  constraint text_version_version CHECK ((version > 0))
);

create table time_zone_offset (
  time_zone text not null,
  until timestamp without time zone not null,
  utc_offset interval not null,
  constraint time_zone_offset_pkey PRIMARY KEY (time_zone, until, utc_offset)
);

create table transparency_month (
  month date not null,
  figures jsonb not null,
  counted timestamptz not null,
  constraint transparency_month_pkey PRIMARY KEY (month)
);
