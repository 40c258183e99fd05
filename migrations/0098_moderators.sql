-- People who decide cases without being admins, and those who are invited to. An invitation is in this table and not in admin_grant: a server of
-- the previous version makes everyone an admin who is in that one. Categories and places are those for whose ads someone is responsible; null for
-- all. They have no foreign keys: a place that is removed leaves a scope that is smaller, and never one without limits.
create table moderator (
  id uuid,
  profile_id uuid,
  invited_email text,
  name text not null default '',
  category_ids integer[],
  place_ids integer[],
  granted timestamptz not null default now(),
  constraint moderator_pkey primary key (id),
  constraint moderator_profile_key unique (profile_id),
  constraint moderator_invited_key unique (invited_email),
  constraint moderator_profile_fkey foreign key (profile_id) references profile on delete cascade,
  constraint moderator_either check ((profile_id is null) <> (invited_email is null)),
  constraint moderator_invited_lower check (invited_email = lower(invited_email)),
  constraint moderator_scope check (cardinality(category_ids) > 0 and cardinality(place_ids) > 0)
);
