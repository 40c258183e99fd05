-- The search index: what the web server searches. It is derived from `listing`. See docs/architecture.md.

-- Up to 65,536 listings, sorted from newest to oldest; a slot is the position of a listing in its segment. Only `deleted`
-- changes after a segment was built.
create table search_segment (
  id integer generated always as identity,
  -- 'building': part of a rebuild that is not finished. 'current': searched. 'retired': replaced, but searches that began
  -- before may still read it.
  state text not null,
  size integer not null,
  -- The number of listings that are not deleted.
  listings integer not null,
  -- Topic, place, price, and so on of each listing.
  columns bytea not null,
  -- The slots that are deleted, as a posting; null for none.
  deleted bytea,
  built timestamptz not null default clock_timestamp(),
  retired timestamptz,
  constraint search_segment_pkey primary key (id),
  constraint search_segment_state check (state in ('building', 'current', 'retired'))
);
-- Both are compact already.
alter table search_segment alter column columns set storage external, alter column deleted set storage external;

-- Which listings of a segment contain a term: the slots of those with the term in the title, and of those with the term
-- only in the description.
create table search_posting (
  segment_id integer not null,
  term text collate "C" not null,
  titles bytea,
  bodies bytea,
  constraint search_posting_pkey primary key (term, segment_id)
) with (
  -- A posting of up to 8 kB is read from one page.
  toast_tuple_target = 8160,
  autovacuum_vacuum_insert_scale_factor = 1
);
-- To combine segments, and to delete them.
create index search_posting_segment_idx on search_posting (segment_id);
alter table search_posting alter column titles set storage external, alter column bodies set storage external;

create table search_slot (
  segment_id integer not null,
  slot integer not null,
  listing_id uuid not null,
  constraint search_slot_pkey primary key (segment_id, slot)
);
create index search_slot_listing_idx on search_slot (listing_id) include (segment_id, slot);

-- The words of listings as written, with the number of listings that contain them, roughly.
create table search_vocabulary (
  word text collate "C" not null,
  listings integer not null,
  constraint search_vocabulary_pkey primary key (word)
) with (fillfactor = 80);

-- The words of the segments of a rebuild that is not finished.
create table search_rebuild_word (word text collate "C" not null, listings integer not null);

-- A rebuild that is not finished. Listings up to this one, from newest to oldest, are in its segments.
create table search_rebuild (
  single boolean not null default true,
  -- The version of the segments' content.
  format integer not null,
  -- Changes that this sees are in all of its segments.
  begun pg_snapshot not null default pg_current_snapshot(),
  listings integer not null default 0,
  last_posted timestamptz,
  last_id uuid,
  updated timestamptz not null default now(),
  constraint search_rebuild_pkey primary key (single),
  constraint search_rebuild_single check (single)
);

-- The changes that were merged into the current segments during a rebuild, and so are missing in the new ones.
create table search_rebuild_change (listing_id uuid not null);

-- A row per change of a listing that visitors can see, until the change is merged into a segment.
create table search_change (
  listing_id uuid not null,
  changed_in xid8 not null default pg_current_xact_id()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index search_change_changed_in_idx on search_change (changed_in);

create table search_index_state (
  single boolean not null default true,
  -- The transaction that last changed the set of segments or what is deleted in them.
  generation xid8 not null default pg_current_xact_id(),
  -- The version of the segments' content. 0: any, because there are none.
  format integer not null default 0,
  -- Whether the segments together with search_change have every listing.
  complete boolean not null,
  constraint search_index_state_pkey primary key (single),
  constraint search_index_state_single check (single)
) with (fillfactor = 50);

-- The functions of the triggers run as the owner, because the previous version's role may not use the new tables until they
-- are granted.
create function search_change_insert() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into search_change (listing_id) select id from added where status in ('active', 'reported');
  return null;
end $$;

create function search_change_delete() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into search_change (listing_id) select id from removed where status in ('active', 'reported');
  return null;
end $$;

create function search_change_update() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into search_change (listing_id)
  select n.id from added n join removed o on o.id = n.id
  where (n.status in ('active', 'reported')) <> (o.status in ('active', 'reported'))
    or n.status in ('active', 'reported')
      and (n.title, n.description, n.category_id, n.subcategory_id, n.country_id, n.state_id, n.city_id, n.posted, n.price,
          n.start_date, n.end_date, n.images = '[]')
        is distinct from
          (o.title, o.description, o.category_id, o.subcategory_id, o.country_id, o.state_id, o.city_id, o.posted, o.price,
          o.start_date, o.end_date, o.images = '[]');
  return null;
end $$;

-- Per statement: for many rows at once, this is much cheaper than a call per row.
create trigger search_change_insert after insert on listing
  referencing new table as added for each statement execute function search_change_insert();
create trigger search_change_delete after delete on listing
  referencing old table as removed for each statement execute function search_change_delete();
create trigger search_change_update after update on listing
  referencing new table as added old table as removed for each statement execute function search_change_update();

-- Empties the index. With few listings it is complete again at once, because all of them become changes; with more, the
-- server builds it before it starts. Restoring a backup calls this: backups leave the index out.
create function reset_search_index(max_changes integer default 5000) returns void language plpgsql as $$
declare
  few boolean;
begin
  delete from search_segment;
  delete from search_posting;
  delete from search_slot;
  delete from search_vocabulary;
  delete from search_rebuild_word;
  delete from search_rebuild;
  delete from search_rebuild_change;
  delete from search_change;
  delete from search_index_state;
  select count(*) <= max_changes into few
  from (select from listing where status in ('active', 'reported') limit max_changes + 1) counted;
  insert into search_index_state (complete) values (few);
  if few then
    insert into search_change (listing_id) select id from listing where status in ('active', 'reported');
  end if;
end $$;
select reset_search_index();
