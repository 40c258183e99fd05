-- The sessions that a suspension ended, by the hash of their tokens, so that a browser that was signed in learns why it no longer is.

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
