-- A conversation goes with the account of either participant.
create or replace function conversation_follow_participant() returns trigger language plpgsql as $$
begin
  delete from conversation where id = old.conversation_id;
  return null;
end $$;
create or replace trigger conversation_follow_participant after delete on conversation_participant
  for each row execute function conversation_follow_participant();

-- An email that was not sent yet goes with its message.
create or replace function conversation_message_cancel_email() returns trigger language plpgsql as $$
begin
  delete from outbox_email where id = old.email_id and status = 'queued';
  return null;
end $$;
create or replace trigger conversation_message_cancel_email after delete on conversation_message
  for each row when (old.email_id is not null) execute function conversation_message_cancel_email();

-- Whether emails may contain what others wrote to this participant. A visitor's reply by email proves the address as well.
create or replace function participant_is_confirmed(participant conversation_participant) returns boolean
  language sql stable as $$
  select participant.profile_id is not null or participant.confirmed is not null or exists (
    select from conversation_message
    where conversation_id = participant.conversation_id and role = participant.role and channel = 'email')
$$;
