-- Adding, updating, or removing a country is a job, and this says how far it is: one row for each country, of its latest job.
create table country_load (
  code text not null,
  removes boolean not null,
  -- The least number of people in a town that is added.
  min_population integer not null,
  state text not null default 'waiting',
  -- Towns that are stored, and all of them.
  done integer not null default 0,
  total integer not null default 0,
  -- What it came to, or why it failed, as a sentence.
  result text not null default '',
  changed timestamptz not null default now(),
  constraint country_load_pkey primary key (code),
  constraint country_load_code_format check (code ~ '^[A-Z]{2}$'),
  constraint country_load_state check (state in ('waiting', 'running', 'done', 'failed'))
);

-- What finds a place besides `other_names`, which loading a country replaces: the names that it had, and those that admins gave.
-- small table
alter table country add column more_names text[] not null default '{}';
-- small table
alter table state add column more_names text[] not null default '{}';
-- small table
alter table city add column more_names text[] not null default '{}';
