-- Only the previous version searches with listing_index.words, search_word, and search_spelling. They are kept up to date for
-- a day after an upgrade, because servers of that version may still run, or start again. Writing a listing costs much less
-- without them. A database that this version creates never needs them (`migrate.ts`). A later version drops all of it.
create table previous_search (
  single boolean not null default true,
  kept_until timestamptz not null default now() + interval '1 day',
  constraint previous_search_pkey primary key (single),
  constraint previous_search_single check (single)
);
insert into previous_search default values;

-- Runs as the owner, because the previous version's role may not read the new table until it is granted.
create function keeps_previous_search() returns boolean language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return coalesce((select kept_until > now() from previous_search), false);
end $$;

-- As before, except that the words are extracted only while the previous version may need them.
create or replace function listing_index_sync() returns trigger language plpgsql as $$
declare
  new_words tsvector := '';
begin
  if new.status not in ('active', 'reported') then
    delete from listing_index where listing_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.status in ('active', 'reported')
    and (old.title, old.description, old.category_id, old.subcategory_id, old.country_id, old.state_id, old.city_id,
         old.posted, old.price, old.start_date, old.end_date)
      is not distinct from
        (new.title, new.description, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id,
         new.posted, new.price, new.start_date, new.end_date)
  then
    return null;
  end if;
  if keeps_previous_search() then
    perform add_search_words(new);
    new_words := listing_search_words(new) || listing_markers(new);
  end if;
  insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
    price, start_date, end_date, ended, on_now, words)
  values (new.id, new.kind, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id, new.posted,
    new.price, new.start_date, new.end_date, coalesce(new.end_date < current_date, false),
    coalesce(new.start_date < current_date and new.end_date >= current_date, false), new_words)
  on conflict (listing_id) do update set
    category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, country_id = excluded.country_id,
    state_id = excluded.state_id, city_id = excluded.city_id, posted = excluded.posted, price = excluded.price,
    start_date = excluded.start_date, end_date = excluded.end_date, ended = excluded.ended, on_now = excluded.on_now,
    words = excluded.words;
  return null;
end $$;
