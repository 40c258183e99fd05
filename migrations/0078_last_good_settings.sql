-- What the site used last of its settings, without those that are the default. A variable or a stored value that is wrong leaves it in use.
alter table site_revision add column last_settings jsonb not null default '{}';
