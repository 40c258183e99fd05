-- How far the first run of the site has come, and the link with which someone becomes its first admin. Sites that have an admin are set up.
create table setup (
  only_row boolean not null default true,
  state text not null,
  -- Of the token in the link, as hex (SHA-256). Null after it was used, or if there never was one.
  link_hash text,
  link_expires timestamptz,
  constraint setup_pkey primary key (only_row),
  constraint setup_only_row check (only_row),
  constraint setup_state check (state in ('waiting', 'begun', 'finished'))
);
insert into setup (state)
select case when exists (select from profile where is_admin) then 'finished' else 'waiting' end;
