-- Sign-ups that wait for their address to be verified, and which sessions and logins prove that address.

-- One row per browser that signed up with an address that is not verified yet. The first one created the account, whose
-- login keeps its password. A later one counts only if its own browser verifies the address.
create table sign_up (
  id uuid not null,
  account_id uuid not null,
  -- Hash of a cookie of the browser.
  browser_hash text not null,
  name text not null,
  -- A hash.
  password text not null,
  created timestamptz not null default now(),
  constraint sign_up_pkey primary key (id),
  constraint sign_up_account_fkey foreign key (account_id) references account (id) on delete cascade,
  constraint sign_up_browser_key unique (account_id, browser_hash),
  constraint sign_up_name_length check (length(name) between 1 and 120)
);

-- Created by opening an emailed link, or with a password chosen by someone who had. Only such a session makes a pending
-- admin grant take effect. The previous version inserts rows without it, so the default is the safe value.
alter table account_session add column email_proven boolean not null default false;
-- The password was chosen by someone who had proven the account's email.
alter table account_login add column email_proven boolean not null default false;

-- Finds accounts whose address was never verified, which are deleted after a while.
create index account_unverified_idx on account (created) where not email_verified;
