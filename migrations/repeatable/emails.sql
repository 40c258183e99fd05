-- Adds the job that sends an email, or reschedules it. Jobs of one queue run one at a time, so emails to one recipient
-- stay in order; 256 queues keep the number of rows that every worker reads small.
create or replace function outbox_email_add_job(id uuid, recipient text, run_at timestamptz) returns void language plpgsql as $$
begin
  perform graphile_worker.add_job(
    'send_email',
    json_build_object('id', id),
    queue_name => 'email:' || left(md5(lower(recipient)), 2),
    run_at => run_at,
    job_key => 'email:' || id
  );
end $$;

create or replace function outbox_email_enqueue() returns trigger language plpgsql as $$
begin
  perform outbox_email_add_job(new.id, new.recipient, now());
  return null;
end $$;
create or replace trigger outbox_email_enqueue after insert on outbox_email
  for each row execute function outbox_email_enqueue();

create or replace function contact_message_sync_email() returns trigger language plpgsql as $$
begin
  update contact_message set status = case new.status when 'queued' then 'new' else new.status end
  where email_id = new.id and status <> 'done';
  return null;
end $$;
create or replace trigger contact_message_sync_email after update of status on outbox_email
  for each row when (old.status is distinct from new.status and new.kind = 'contact-message')
  execute function contact_message_sync_email();
