-- Files of the operator's own, such as the logo; settings have their names, and the store of pictures has their content. Those that no
-- setting names anymore stay for a while, so that a change can be undone.
create table site_file (
  name text not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  constraint site_file_pkey primary key (name)
);
