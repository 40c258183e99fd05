-- What admins change of topics and places. An entry that is retired is offered nowhere, but its ads stay. One that is merged stands for
-- another one: its name, address, and id mean `merged_into`, and its ads move there.
-- Nothing is merged yet, so there is nothing to validate.
alter table category
  add column retired_at timestamptz,
  add column merged_into integer,
  add constraint category_merged_into_fkey foreign key (merged_into) references category (id) not valid;
alter table subcategory
  add column retired_at timestamptz,
  add column merged_into integer,
  add constraint subcategory_merged_into_fkey foreign key (merged_into) references subcategory (id) not valid;

-- `other_names` are found as well: the English name, or the local one. `geonames_id` is that of the source, so that loading a country
-- again finds the same place; null for what comes with the site, and for what admins added.
alter table country
  add column retired_at timestamptz,
  add column merged_into integer,
  add column other_names text[] not null default '{}',
  -- What its first-level divisions are called, such as province; null for state.
  add column division_term text,
  add constraint country_merged_into_fkey foreign key (merged_into) references country (id) not valid;
alter table state
  add column retired_at timestamptz,
  add column merged_into integer,
  add column other_names text[] not null default '{}',
  -- The first-level code of GeoNames, such as 84.
  add column code text,
  add constraint state_merged_into_fkey foreign key (merged_into) references state (id) not valid;
alter table city
  add column retired_at timestamptz,
  add column merged_into integer,
  add column other_names text[] not null default '{}',
  add column geonames_id bigint,
  add constraint city_merged_into_fkey foreign key (merged_into) references city (id) not valid;
-- small table
create unique index city_geonames_idx on city (geonames_id);
-- small table
create index city_merged_idx on city (merged_into) where merged_into is not null;

-- The revision in which topics or places last changed.
alter table site_revision add column catalog_revision bigint not null default 1;

-- Ads that move from a merged entry to the one that it stands for, in batches. `undoes` is the merge whose ads move back.
create table catalog_merge (
  id integer generated always as identity,
  level text not null,
  source_id integer not null,
  -- Another level than that of the source only for topics.
  target_level text not null,
  target_id integer not null,
  undoes integer,
  created timestamptz not null default now(),
  -- When all ads had moved; null until then.
  finished timestamptz,
  constraint catalog_merge_pkey primary key (id),
  constraint catalog_merge_undoes_fkey foreign key (undoes) references catalog_merge (id),
  constraint catalog_merge_level check (level in ('category', 'subcategory', 'country', 'state', 'city')),
  constraint catalog_merge_target_level check (target_level in ('category', 'subcategory', 'country', 'state', 'city'))
);

-- The ads that a merge has moved, so that undoing it moves the same ones back.
create table merged_listing (
  merge_id integer not null,
  listing_id uuid not null,
  constraint merged_listing_pkey primary key (merge_id, listing_id),
  constraint merged_listing_merge_fkey foreign key (merge_id) references catalog_merge (id)
);
