-- The catalog: what a listing can be about and where it can be.
-- Topics (categories and subcategories) share one id sequence, and so do places (countries, states, cities), so listings
-- can be counted by "a topic and a place" at any level.

create sequence topic_id_seq as integer;
create sequence place_id_seq as integer;

create table category (
  id integer not null default nextval('topic_id_seq'),
  name text not null,
  slug text not null,
  position integer not null,
  constraint category_pkey primary key (id),
  constraint category_name_key unique (name),
  constraint category_slug_key unique (slug),
  constraint category_name_length check (length(name) between 1 and 120),
  constraint category_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug !~ '^[0-9]+$')
);

create table subcategory (
  id integer not null default nextval('topic_id_seq'),
  category_id integer not null,
  name text not null,
  slug text not null,
  position integer not null,
  constraint subcategory_pkey primary key (id),
  constraint subcategory_category_fkey foreign key (category_id) references category (id),
  constraint subcategory_name_key unique (category_id, name),
  constraint subcategory_slug_key unique (category_id, slug),
  -- A listing references both, so its subcategory must belong to its category.
  constraint subcategory_category_key unique (id, category_id),
  constraint subcategory_name_length check (length(name) between 1 and 120),
  constraint subcategory_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug !~ '^[0-9]+$')
);
create index subcategory_name_idx on subcategory (name);

create table country (
  id integer not null default nextval('place_id_seq'),
  code text not null,
  name text not null,
  slug text not null,
  position integer not null,
  constraint country_pkey primary key (id),
  constraint country_code_key unique (code),
  constraint country_name_key unique (name),
  constraint country_slug_key unique (slug),
  constraint country_code_form check (code ~ '^[A-Z]{2}$'),
  constraint country_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug !~ '^[0-9]+$')
);

create table state (
  id integer not null default nextval('place_id_seq'),
  country_id integer not null,
  name text not null,
  slug text not null,
  constraint state_pkey primary key (id),
  constraint state_country_fkey foreign key (country_id) references country (id),
  constraint state_name_key unique (country_id, name),
  constraint state_slug_key unique (country_id, slug),
  constraint state_country_key unique (id, country_id),
  constraint state_name_length check (length(name) between 1 and 120)
);
create index state_name_idx on state (name);

create table city (
  id integer not null default nextval('place_id_seq'),
  state_id integer not null,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  population integer not null,
  constraint city_pkey primary key (id),
  constraint city_state_fkey foreign key (state_id) references state (id),
  constraint city_name_key unique (state_id, name),
  constraint city_state_key unique (id, state_id),
  constraint city_name_length check (length(name) between 1 and 120),
  constraint city_latitude_range check (latitude between -90 and 90),
  constraint city_longitude_range check (longitude between -180 and 180),
  constraint city_population_range check (population >= 0)
);
create index city_name_idx on city (name);

-- The versions of the catalog files that have been loaded.
create table catalogue_load (
  hash text not null,
  loaded timestamptz not null default now(),
  constraint catalogue_load_pkey primary key (hash)
);
