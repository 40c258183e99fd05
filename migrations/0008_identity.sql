-- The tables of the identity provider: accounts, logins, sessions, and emailed tokens.

create table account (
  id uuid not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  constraint account_pkey primary key (id),
  constraint account_email_lower check (email = lower(email)),
  constraint account_email_length check (length(email) between 3 and 254),
  constraint account_name_length check (length(name) between 1 and 120),
  constraint account_image_form check (image ~ '^(https://|/)' and length(image) <= 500)
);
create unique index account_email_key on account (email);

-- One row for the password, and one per provider with which the account can sign in.
create table account_login (
  id uuid not null,
  account_id uuid not null,
  provider text not null,
  -- The provider's id of the person, independent of the email.
  subject text not null,
  -- A hash; only for the provider `credential`.
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires timestamptz,
  refresh_token_expires timestamptz,
  scope text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  constraint account_login_pkey primary key (id),
  constraint account_login_account_fkey foreign key (account_id) references account (id) on delete cascade,
  constraint account_login_subject_key unique (provider, subject),
  constraint account_login_password check ((provider = 'credential') = (password is not null))
);
create index account_login_account_idx on account_login (account_id);

create table account_session (
  id uuid not null,
  account_id uuid not null,
  token text not null,
  expires timestamptz not null,
  address text,
  user_agent text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  constraint account_session_pkey primary key (id),
  constraint account_session_account_fkey foreign key (account_id) references account (id) on delete cascade,
  constraint account_session_token_key unique (token)
);
create index account_session_account_idx on account_session (account_id);
create index account_session_expires_idx on account_session (expires);

-- Hashed tokens of emails, and the state of sign-ins in progress at a provider.
create table account_token (
  id text not null,
  identifier text not null,
  value text not null,
  expires timestamptz not null,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  constraint account_token_pkey primary key (id)
);
create index account_token_identifier_idx on account_token (identifier);
create index account_token_value_idx on account_token (value);
create index account_token_expires_idx on account_token (expires);

-- Every profile belongs to an account, except those of the demo.
alter table profile
  add column account_id uuid,
  add constraint profile_account_fkey foreign key (account_id) references account (id) on delete set null,
  add constraint profile_account_key unique (account_id);

-- Copies a new email of the account to its profile.
create function profile_follow_account() returns trigger language plpgsql as $$
begin
  update profile set email = new.email where account_id = new.id;
  return null;
end $$;
create trigger profile_follow_account after update of email on account
  for each row when (new.email <> old.email) execute function profile_follow_account();

-- Emails whose owners become admins once they verify them.
create table admin_grant (
  email text not null,
  name text not null default '',
  granted timestamptz not null default now(),
  constraint admin_grant_pkey primary key (email),
  constraint admin_grant_email_lower check (email = lower(email))
);

-- One row per rate-limited attempt. Unlogged, because limits may start over after a crash.
create unlogged table attempt (
  bucket text not null,
  at timestamptz not null default clock_timestamp()
);
create index attempt_idx on attempt (bucket, at);
create index attempt_at_idx on attempt (at);

-- Records an attempt unless it would exceed a limit: at most maxima[i] within spans[i]. Returns 0, or the seconds until
-- the next attempt is allowed. Attempts on one bucket are serialized, so concurrent ones cannot exceed the limit together.
create function take_attempt(asked text, maxima integer[], spans interval[]) returns integer language plpgsql as $$
declare
  now_ constant timestamptz := clock_timestamp();
  wait integer := 0;
  oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('attempt ' || asked, 0));
  for i in 1 .. array_length(maxima, 1) loop
    select at into oldest from attempt
    where bucket = asked and at > now_ - spans[i]
    order by at desc offset maxima[i] - 1 limit 1;
    if oldest is not null then
      wait := greatest(wait, ceil(extract(epoch from oldest + spans[i] - now_))::integer, 1);
    end if;
  end loop;
  if wait = 0 then
    insert into attempt (bucket, at) values (asked, now_);
  end if;
  return wait;
end $$;
