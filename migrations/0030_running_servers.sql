-- The servers of the site that are running, so that one with other settings can refuse to start. Unlogged: it is renewed
-- every few seconds, and needs no copy on a replica or in a backup.
create unlogged table running_server (
  id uuid not null,
  -- The name of the machine, and the process id.
  name text not null,
  -- What all servers must have in common. Values that are secret, or long, are hashes.
  settings jsonb not null,
  seen timestamptz not null default clock_timestamp(),
  constraint running_server_pkey primary key (id)
);
