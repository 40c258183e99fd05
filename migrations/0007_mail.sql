-- The outbox of emails. Inserting a row sends an email: a trigger adds its job in the same transaction as the change that
-- the email is about, so neither happens without the other.

create table mail (
  id uuid not null default gen_random_uuid(),
  recipient text not null,
  -- Subject, HTML, and text, encrypted: emails contain links that give access to an account.
  sealed text not null,
  -- The email template, for the log and for admins.
  kind text not null,
  reply_to text not null default '',
  state text not null default 'queued',
  tries integer not null default 0,
  -- The latest error of the mail server or the network.
  failure text not null default '',
  -- The time of the insert, not of the transaction, so that emails of one transaction have an order.
  created timestamptz not null default clock_timestamp(),
  settled timestamptz,
  constraint mail_pkey primary key (id),
  constraint mail_recipient_length check (length(recipient) between 3 and 254),
  constraint mail_reply_to_length check (length(reply_to) <= 254),
  constraint mail_kind_length check (length(kind) between 1 and 60),
  constraint mail_failure_length check (length(failure) <= 500),
  constraint mail_tries check (tries >= 0),
  constraint mail_state check (state in ('queued', 'sent', 'failed')),
  constraint mail_settled check ((state = 'queued') = (settled is null)),
  constraint mail_sealed check ((state = 'queued') = (sealed <> ''))
);
create index mail_queued_idx on mail (lower(recipient), created, id) where state = 'queued';
create index mail_settled_idx on mail (settled) where state <> 'queued';

-- Adds the job that sends an email, or reschedules it. Jobs of one queue run one at a time, so emails to one recipient
-- stay in order; 256 queues keep the number of rows that every worker reads small.
create function mail_add_job(id uuid, recipient text, run_at timestamptz) returns void language plpgsql as $$
begin
  perform graphile_worker.add_job(
    'send_mail',
    json_build_object('id', id),
    queue_name => 'mail:' || left(md5(lower(recipient)), 2),
    run_at => run_at,
    job_key => 'mail:' || id
  );
end $$;

create function mail_enqueue() returns trigger language plpgsql as $$
begin
  perform mail_add_job(new.id, new.recipient, now());
  return null;
end $$;
create trigger mail_enqueue after insert on mail for each row execute function mail_enqueue();
