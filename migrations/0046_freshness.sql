-- Services that their authors no longer confirm, and events that ended long ago, leave the lists.
-- See docs/decisions/041-freshness.md.

alter table listing
  -- A service whose author has not said for a while that it is still offered. Lists show it in gray, after the others.
  add column stale boolean not null default false,
  -- Not in lists. The page of the listing stays.
  add column archived boolean not null default false;

-- How current each service is, by what its author says.
create table service_renewal (
  listing_id uuid not null,
  state text not null default 'current',
  -- When the state began: a service becomes current when it is posted, edited by its author, or renewed.
  since timestamptz not null,
  -- When the author was last asked.
  asked timestamptz,
  constraint service_renewal_pkey primary key (listing_id),
  constraint service_renewal_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint service_renewal_state check (state in ('current', 'asked', 'stale', 'archived'))
);
-- What is due next.
create index service_renewal_due_idx on service_renewal (state, since) where state <> 'archived';

-- Services posted before this migration get their row from a job, in batches in the order of their ids. This is the last one
-- that has; no row means that all have.
create table service_renewal_backfill (last_id uuid not null);
insert into service_renewal_backfill
select '00000000-0000-0000-0000-000000000000' where exists (select from listing);

-- The functions of the triggers run as the owner, because the previous version's role may not use the new table until it is
-- granted.
create function service_renewal_insert() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into service_renewal (listing_id, since)
  select id, posted from added where kind = 'service' on conflict do nothing;
  return null;
end $$;
create trigger service_renewal_insert after insert on listing
  referencing new table as added for each statement execute function service_renewal_insert();

-- A listing that enters or leaves the lists, or changes its place in them, changes the same pages and searches as one that is
-- posted or hidden.
create function listing_freshness_change() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into search_change (listing_id) values (new.id);
  insert into content_change (kind, category_id, subcategory_id, country_id, state_id, city_id, listing_id, author_id)
  values (new.kind, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id, new.id, new.author_id);
  return null;
end $$;
create trigger listing_freshness_change after update of stale, archived on listing
  for each row when ((new.stale, new.archived) is distinct from (old.stale, old.archived)
    and new.status in ('active', 'reported'))
  execute function listing_freshness_change();

-- The instant by which lists order a listing from newest to oldest. Stale services come after all others, in the same order.
create function listing_order_time(l listing) returns timestamptz language sql stable as $$
  select case when l.stale then l.posted - interval '7300 days' else l.posted end
$$;

-- As before, except that archived listings are left out, and that `posted` is the time by which lists are ordered.
create or replace function listing_index_sync() returns trigger language plpgsql as $$
declare
  new_words tsvector := '';
begin
  if new.status not in ('active', 'reported') or new.archived then
    delete from listing_index where listing_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.status in ('active', 'reported') and not old.archived
    and (old.title, old.description, old.category_id, old.subcategory_id, old.country_id, old.state_id, old.city_id,
         old.posted, old.price, old.start_date, old.end_date, old.stale)
      is not distinct from
        (new.title, new.description, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id,
         new.posted, new.price, new.start_date, new.end_date, new.stale)
  then
    return null;
  end if;
  if keeps_previous_search() then
    perform add_search_words(new);
    new_words := listing_search_words(new) || listing_markers(new);
  end if;
  insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
    price, start_date, end_date, ended, on_now, words)
  values (new.id, new.kind, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id,
    listing_order_time(new), new.price, new.start_date, new.end_date, coalesce(new.end_date < current_date, false),
    coalesce(new.start_date < current_date and new.end_date >= current_date, false), new_words)
  on conflict (listing_id) do update set
    category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, country_id = excluded.country_id,
    state_id = excluded.state_id, city_id = excluded.city_id, posted = excluded.posted, price = excluded.price,
    start_date = excluded.start_date, end_date = excluded.end_date, ended = excluded.ended, on_now = excluded.on_now,
    words = excluded.words;
  return null;
end $$;
