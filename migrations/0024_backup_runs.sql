-- The latest backups, successful or not, for the dashboard.
create table backup_run (
  id bigint generated always as identity,
  started timestamptz not null,
  finished timestamptz not null default now(),
  -- Where the archive is, without credentials.
  location text not null,
  scheduled boolean not null,
  encrypted boolean not null,
  bytes bigint,
  -- Empty if the backup succeeded.
  error text not null default '',
  constraint backup_run_pkey primary key (id),
  constraint backup_run_result check ((bytes is null) = (error <> ''))
);
create index backup_run_success_idx on backup_run (started desc) where error = '';
