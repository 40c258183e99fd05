-- Suspensions of deleted accounts, so that deleting an account and signing up again does not end one.

create table retained_suspension (
  id uuid not null default gen_random_uuid(),
  -- The deleted profile, by which the audit log names the suspension.
  profile_id uuid,
  -- Keyed hashes (HMAC with the site's secret) of the account's email and of its IDs at sign-in providers.
  identity_hashes text[] not null,
  suspended_at timestamptz not null,
  reason text not null,
  expires timestamptz not null,
  constraint retained_suspension_pkey primary key (id)
);
create index retained_suspension_hashes_idx on retained_suspension using gin (identity_hashes);

-- A sign-up through a provider that has not verified the address has no password. The previous version always sets one.
alter table sign_up alter column password drop not null;
