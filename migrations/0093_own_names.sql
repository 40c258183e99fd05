-- What admins call a topic in other languages of the site, by their tags: {"fr": "Jardinage"}. A field has such names in its definition.
alter table category add column names jsonb not null default '{}';
alter table subcategory add column names jsonb not null default '{}';
alter table category add constraint category_names check (jsonb_typeof(names) = 'object') not valid;
alter table subcategory add constraint subcategory_names check (jsonb_typeof(names) = 'object') not valid;

-- The titles of a page that an admin added.
alter table text_version add column names jsonb not null default '{}';
alter table text_version add constraint text_version_names check (jsonb_typeof(names) = 'object') not valid;
