-- Authors can ask for messages only, and a site can show contact details on request.

alter table listing add column messages_only boolean not null default false;

-- Who has seen the contact details of an ad on request, to count people for its author and ads for a viewer's budget. A row
-- for each viewer and ad, with the latest time that counted.
create table contact_view (
  id uuid not null,
  listing_id uuid not null,
  -- Null for a visitor, who has the keyed hash of a network instead.
  profile_id uuid,
  network_hash text,
  viewed timestamptz not null default clock_timestamp(),
  constraint contact_view_pkey primary key (id),
  constraint contact_view_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint contact_view_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint contact_view_viewer check (num_nonnulls(profile_id, network_hash) = 1)
);
create unique index contact_view_profile_key on contact_view (listing_id, profile_id) where profile_id is not null;
create unique index contact_view_network_key on contact_view (listing_id, network_hash) where network_hash is not null;
create index contact_view_own_idx on contact_view (profile_id, id) where profile_id is not null;
create index contact_view_viewed_idx on contact_view (viewed);
