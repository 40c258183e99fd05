-- Visitors confirm their address before emails bring them what others write. Until then, they get notices.

alter table conversation_participant
  -- When the owner of a visitor's address said that the conversation is theirs.
  add column confirmed timestamptz;

-- Whether emails may contain what others wrote to this participant. A visitor's reply by email proves the address as well.
create function participant_is_confirmed(participant conversation_participant) returns boolean language sql stable as $$
  select participant.profile_id is not null or participant.confirmed is not null or exists (
    select from conversation_message
    where conversation_id = participant.conversation_id and role = participant.role and channel = 'email')
$$;

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
