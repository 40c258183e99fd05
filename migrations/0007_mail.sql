-- Mail that is owed to people. Inserting a row is all that it takes to send one: a trigger adds its job in the same
-- transaction as whatever the letter is about, so neither happens without the other.

create table mail (
  id uuid not null default gen_random_uuid(),
  recipient text not null,
  -- Subject, HTML and text, encrypted: a letter carries links that let whoever reads them into an account.
  sealed text not null,
  -- Which letter it is, for the log and for people who look after the site.
  kind text not null,
  reply_to text not null default '',
  state text not null default 'queued',
  tries integer not null default 0,
  -- What the mail server, or the network, said last.
  failure text not null default '',
  -- The moment of the insert, not of its transaction: letters of one transaction have an order.
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

-- Adds the job that sends a letter, or moves the one that is there. The jobs of a queue run one at a time, so letters
-- to one address never overtake each other; 256 queues keep the number of rows that every worker looks at small.
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
