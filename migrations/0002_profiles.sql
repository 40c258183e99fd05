-- A person's public data on this site. Passwords and email verification belong to the identity provider.

create table profile (
  id uuid not null,
  email text not null,
  name text not null,
  phone text not null default '',
  address text not null default '',
  bio text not null default '',
  is_admin boolean not null default false,
  created timestamptz not null default now(),
  constraint profile_pkey primary key (id),
  constraint profile_email_length check (length(email) between 3 and 254),
  constraint profile_name_length check (length(name) between 1 and 120),
  constraint profile_phone_length check (length(phone) <= 60),
  constraint profile_address_length check (length(address) <= 500),
  constraint profile_bio_length check (length(bio) <= 5000)
);
create unique index profile_email_key on profile (lower(email));
create index profile_admin_idx on profile (created) where is_admin;
