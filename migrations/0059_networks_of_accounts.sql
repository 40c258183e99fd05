-- From where an account was used lately, so that nobody is taken for a stranger to themselves: as a visitor who writes to
-- their own ad, or as someone who recommends them.
create table account_network (
  account_id uuid not null,
  -- A keyed hash.
  network_hash text not null,
  last_used timestamptz not null default now(),
  constraint account_network_pkey primary key (account_id, network_hash),
  constraint account_network_account_fkey foreign key (account_id) references account (id) on delete cascade
);
create index account_network_last_used_idx on account_network (last_used);
