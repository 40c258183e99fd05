-- The other one keeps a conversation, without what was not delivered and what is still to be emailed. It goes with the account of the
-- second one, and if nothing is left to read.
create or replace function conversation_follow_participant() returns trigger language plpgsql as $$
begin
  perform from conversation where id = old.conversation_id for update;
  if not found then return null; end if;
  delete from conversation_message where conversation_id = old.conversation_id and held and role = old.role;
  -- Nobody is left to whom an admin could deliver it.
  update conversation_message set held = false where conversation_id = old.conversation_id and held;
  delete from outbox_email where status = 'queued' and id in (
    select email_id from conversation_message where conversation_id = old.conversation_id);
  delete from conversation_report where conversation_id = old.conversation_id and role = old.role;
  update conversation set left_at = now()
  where id = old.conversation_id
    and exists (select from conversation_participant where conversation_id = conversation.id)
    and exists (select from conversation_message where conversation_id = conversation.id);
  if not found then
    delete from conversation where id = old.conversation_id;
  end if;
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

-- Photos go with their message: nothing else can use them.
create or replace function message_photo_discard() returns trigger language plpgsql as $$
begin
  update image set pending_deletion_since = now()
  where id in (select image_id from removed) and pending_deletion_since is null;
  if found then
    perform graphile_worker.add_job('delete_unused_pictures', job_key => 'delete_unused_pictures');
  end if;
  return null;
end $$;
create or replace trigger message_photo_discard after delete on message_photo
  referencing old table as removed for each statement execute function message_photo_discard();

-- Whether emails may contain what others wrote to this participant. A visitor's reply by email proves the address as well.
create or replace function participant_is_confirmed(participant conversation_participant) returns boolean
  language sql stable as $$
  select participant.profile_id is not null or participant.confirmed is not null or exists (
    select from conversation_message
    where conversation_id = participant.conversation_id and role = participant.role and channel = 'email')
$$;
