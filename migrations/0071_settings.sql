-- What admins have changed of the settings of the site. `src/shared/settings/` documents the values, and has the others.
create table setting (
  key text not null,
  value jsonb not null,
  constraint setting_pkey primary key (key)
);

-- Grows with each change of what every process keeps in memory, such as the settings. Processes that see it grow read them again.
create table site_revision (
  only_row boolean not null default true,
  revision bigint not null default 1,
  constraint site_revision_pkey primary key (only_row),
  constraint site_revision_only_row check (only_row)
);
insert into site_revision default values;
