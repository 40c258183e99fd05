-- Messages between the author of an ad and the people who ask about it.

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

-- A conversation goes with the account of either participant.
create function conversation_follow_participant() returns trigger language plpgsql as $$
begin
  delete from conversation where id = old.conversation_id;
  return null;
end $$;
create trigger conversation_follow_participant after delete on conversation_participant
  for each row execute function conversation_follow_participant();

-- An email that was not sent yet goes with its message.
create function conversation_message_cancel_email() returns trigger language plpgsql as $$
begin
  delete from outbox_email where id = old.email_id and status = 'queued';
  return null;
end $$;
create trigger conversation_message_cancel_email after delete on conversation_message
  for each row when (old.email_id is not null) execute function conversation_message_cancel_email();
