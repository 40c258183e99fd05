-- Reports of listings, and messages from the contact form.

create table report (
  id uuid not null,
  listing_id uuid not null,
  -- The reporter: an account, or a visitor identified by a keyed hash (the IP address itself is never stored).
  reporter_id uuid,
  visitor_hash text,
  reason text not null default 'other',
  note text not null default '',
  -- Set when an admin approves the listing. The same reporter cannot report it again.
  settled timestamptz,
  created timestamptz not null default now(),
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

create table contact_message (
  id uuid not null,
  name text not null,
  email text not null,
  message text not null,
  state text not null default 'new',
  created timestamptz not null default now(),
  constraint contact_message_pkey primary key (id),
  constraint contact_message_name_length check (length(name) between 1 and 120),
  constraint contact_message_email_length check (length(email) between 3 and 254),
  constraint contact_message_length check (length(message) between 1 and 10000),
  constraint contact_message_state check (state in ('new', 'sent', 'failed', 'done'))
);
create index contact_message_created_idx on contact_message (created desc, id desc);
