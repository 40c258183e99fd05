-- The tables behind the public lists. `listing` is the source of truth. `browse` has one narrow row per listing that
-- visitors can see, with only the columns for filters, search, and sorting. Triggers keep it in sync, so no writer can
-- forget it.

create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- English stems without accents, and unstemmed words without accents.
create text search configuration listing_words (copy = english);
alter text search configuration listing_words
  alter mapping for hword, hword_part, word, asciiword, asciihword, hword_asciipart with unaccent, english_stem;
create text search configuration plain_words (copy = simple);
alter text search configuration plain_words
  alter mapping for hword, hword_part, word, asciiword, asciihword, hword_asciipart with unaccent, simple;

create table browse (
  listing_id uuid not null,
  kind text not null,
  category_id integer not null,
  subcategory_id integer,
  country_id integer not null,
  state_id integer,
  city_id integer,
  posted timestamptz not null,
  price numeric(9, 2) not null,
  start_date date,
  end_date date,
  -- Whether an event's last day is over. listing_end_events() updates it once a day.
  ended boolean not null default false,
  -- Sorts upcoming events by first day, soonest first, before ended events, latest first.
  agenda integer generated always as (
    case when ended then 1000000 - (end_date - date '2000-01-01') else start_date - date '2000-01-01' end
  ) stored,
  -- The words of the listing, and markers for the filters (`#service`, `#t12`), so that one index serves a search with
  -- filters.
  words tsvector not null,
  constraint browse_pkey primary key (listing_id),
  constraint browse_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);

create index browse_newest_idx on browse (kind, posted desc, listing_id desc);
create index browse_category_idx on browse (category_id, kind, posted desc, listing_id desc)
  include (country_id, state_id, city_id, price, agenda);
create index browse_subcategory_idx on browse (subcategory_id, kind, posted desc, listing_id desc)
  include (country_id, state_id, city_id, price, agenda);
create index browse_country_idx on browse (country_id, kind, posted desc, listing_id desc);
create index browse_state_idx on browse (state_id, kind, posted desc, listing_id desc)
  include (category_id, subcategory_id, price, agenda);
create index browse_city_idx on browse (city_id, kind, posted desc, listing_id desc)
  include (category_id, subcategory_id, price, agenda);
create index browse_price_idx on browse (kind, price, listing_id) include (category_id, country_id, state_id);
create index browse_agenda_idx on browse (agenda, listing_id) include (category_id, country_id, state_id)
  where kind = 'event';
create index browse_country_agenda_idx on browse (country_id, agenda, listing_id) where kind = 'event';
create index browse_category_agenda_idx on browse (category_id, agenda, listing_id)
  include (country_id, state_id, city_id) where kind = 'event';
create index browse_turnover_idx on browse (ended, end_date) where kind = 'event';
create index browse_words_idx on browse using gin (words) with (fastupdate = off);

-- Every word in any listing, for correcting misspelled search terms.
create table search_word (
  word text not null,
  stem text not null,
  constraint search_word_pkey primary key (word)
);
create index search_word_stem_idx on search_word (stem);

-- Every word, spelled as it is and with each single letter left out. Words that differ by one inserted, deleted,
-- replaced, or swapped letter share a spelling, so similar words are found by equality.
create table search_spelling (
  spelling text not null,
  word text not null,
  constraint search_spelling_pkey primary key (spelling, word),
  constraint search_spelling_word_fkey foreign key (word) references search_word (word) on delete cascade
);

create function spellings(word text) returns setof text language sql immutable as $$
  select word
  union
  select left(word, place - 1) || substr(word, place + 1) from generate_series(1, length(word)) place
$$;

-- The number of visible listings by topic (0: any) and place (0: any), as a sum of changes. Rows are only added, so
-- writers never wait for each other; compact_listing_counts() merges them.
create table listing_count (
  kind text not null,
  topic_id integer not null,
  place_id integer not null,
  change bigint not null
);
create index listing_count_idx on listing_count (kind, topic_id, place_id) include (change);

create function compact_listing_counts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('compact_listing_counts'));
  with folded as (
    delete from listing_count
    where (kind, topic_id, place_id) in (
      select kind, topic_id, place_id from listing_count group by kind, topic_id, place_id having count(*) > 1
    )
    returning *
  )
  insert into listing_count
  select kind, topic_id, place_id, sum(change) from folded
  group by kind, topic_id, place_id having sum(change) <> 0;
end $$;

create function browse_count_insert() returns trigger language plpgsql as $$
begin
  insert into listing_count
  select kind, topic, place, count(*)
  from added, unnest(array[0, category_id, subcategory_id]) topic, unnest(array[0, country_id, state_id, city_id]) place
  where topic is not null and place is not null
  group by kind, topic, place;
  return null;
end $$;

create function browse_count_delete() returns trigger language plpgsql as $$
begin
  insert into listing_count
  select kind, topic, place, -count(*)
  from removed, unnest(array[0, category_id, subcategory_id]) topic, unnest(array[0, country_id, state_id, city_id]) place
  where topic is not null and place is not null
  group by kind, topic, place;
  return null;
end $$;

create function browse_count_update() returns trigger language plpgsql as $$
begin
  insert into listing_count
  select kind, topic, place, sum(change)
  from (
    select kind, category_id, subcategory_id, country_id, state_id, city_id, 1 as change from added
    union all
    select kind, category_id, subcategory_id, country_id, state_id, city_id, -1 from removed
  ) moved, unnest(array[0, category_id, subcategory_id]) topic, unnest(array[0, country_id, state_id, city_id]) place
  where topic is not null and place is not null
  group by kind, topic, place having sum(change) <> 0;
  return null;
end $$;

create trigger browse_count_insert after insert on browse
  referencing new table as added for each statement execute function browse_count_insert();
create trigger browse_count_delete after delete on browse
  referencing old table as removed for each statement execute function browse_count_delete();
create trigger browse_count_update after update on browse
  referencing new table as added old table as removed for each statement execute function browse_count_update();

-- Returns only the words of a text, so that terms joined by a slash, a dot, or a hyphen are found by each word, and no
-- character has a special meaning in a search.
create function as_words(written text) returns text language sql stable as $$
  select regexp_replace(unaccent(normalize(coalesce(written, ''), NFC)), '[^[:alnum:]'']+', ' ', 'g')
$$;

-- Returns the words of a listing. The title has the highest weight, then the topic and the place, then the description.
create function listing_search_words(l listing) returns tsvector language sql stable as $$
  select setweight(to_tsvector('listing_words', as_words(l.title)), 'A')
    || setweight(to_tsvector('listing_words', as_words(concat_ws(' ', category.name, subcategory.name))), 'B')
    || setweight(to_tsvector('listing_words', as_words(concat_ws(' ', city.name, state.name, country.name))), 'C')
    || setweight(to_tsvector('listing_words', as_words(l.description)), 'D')
  from category
  join country on country.id = l.country_id
  left join subcategory on subcategory.id = l.subcategory_id
  left join state on state.id = l.state_id
  left join city on city.id = l.city_id
  where category.id = l.category_id
$$;

-- Returns the filter markers of a listing. Topic and place ids may be equal, so a letter distinguishes them. Words of a
-- text never contain a number sign.
create function listing_markers(l listing) returns tsvector language sql immutable as $$
  select array_to_tsvector(array_remove(array['#' || l.kind, '#t' || l.category_id, '#t' || l.subcategory_id,
    '#p' || l.country_id, '#p' || l.state_id, '#p' || l.city_id], null))
$$;

create function remember_search_words(l listing) returns void language sql as $$
  with written as (
    select unnest(tsvector_to_array(to_tsvector('plain_words', as_words(concat_ws(' ', l.title, l.description,
      category.name, subcategory.name, city.name, state.name, country.name))))) as word
    from category
    join country on country.id = l.country_id
    left join subcategory on subcategory.id = l.subcategory_id
    left join state on state.id = l.state_id
    left join city on city.id = l.city_id
    where category.id = l.category_id
  ), learned as (
    insert into search_word (word, stem)
    select word, coalesce((ts_lexize('english_stem', word))[1], word)
    from written
    where length(word) between 3 and 40 and word ~ '^[[:alpha:]]+$'
      and not exists (select from search_word known where known.word = written.word)
    order by word
    on conflict do nothing
    returning word
  )
  insert into search_spelling (spelling, word)
  select spelling, word from learned, spellings(word) spelling
$$;

create function browse_follow_listing() returns trigger language plpgsql as $$
begin
  if new.status not in ('active', 'reported') then
    delete from browse where listing_id = new.id;
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
  perform remember_search_words(new);
  insert into browse (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted, price,
    start_date, end_date, ended, words)
  values (new.id, new.kind, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id, new.posted,
    new.price, new.start_date, new.end_date, coalesce(new.end_date < current_date, false),
    listing_search_words(new) || listing_markers(new))
  on conflict (listing_id) do update set
    category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, country_id = excluded.country_id,
    state_id = excluded.state_id, city_id = excluded.city_id, posted = excluded.posted, price = excluded.price,
    start_date = excluded.start_date, end_date = excluded.end_date, ended = excluded.ended, words = excluded.words;
  return null;
end $$;

create trigger browse_follow_listing after insert or update on listing
  for each row execute function browse_follow_listing();

-- Marks events as ended after their last day (and unmarks them if a clock was wrong).
-- Reads only the events whose stored state is out of date.
create function listing_end_events(today date) returns void language sql as $$
  update browse set ended = not ended
  where kind = 'event' and ((not ended and end_date < today) or (ended and end_date >= today))
$$;

-- Returns indexed words that are one letter away from a word, nearest first; none for a very short word.
create function words_near(asked text) returns setof text language sql stable as $$
  select word
  from search_spelling
  where length(asked) > 3 and length(word) > 2 and spelling in (select spellings(asked))
  group by word
  order by levenshtein(word, asked), word
  limit 8
$$;

-- Parses search text, in which no character has a special meaning, into a query; null when it has no words.
-- A word that occurs in no listing is replaced by similar words that do. Without `surely`, search_word decides whether a
-- word occurs; with it, the listings themselves do, more slowly, because search_word also keeps words of deleted listings.
-- A word for a person also matches the activity: "cleaner" matches "cleaning".
create function search_query(searchtext text, surely boolean) returns tsquery language plpgsql stable as $$
declare
  asked text;
  doing text;
  query tsquery;
  result tsquery;
begin
  for asked in
    select lexeme from unnest(to_tsvector('plain_words', as_words(searchtext))) order by positions[1] limit 12
  loop
    query := plainto_tsquery('listing_words', asked);
    continue when numnode(query) = 0;
    doing := substring(asked from '^(.{3,})[eo]rs?$');
    if doing is not null and exists (select from search_word where stem = (ts_lexize('english_stem', doing))[1]) then
      query := query || plainto_tsquery('listing_words', doing);
    end if;
    if surely then
      if not exists (select from browse where words @@ query) then
        select coalesce(string_agg('(' || near::text || ')', ' | ')::tsquery, query) into query
        from (select plainto_tsquery('listing_words', word) as near from words_near(asked) word) candidate
        where numnode(near) > 0 and exists (select from browse where words @@ near);
      end if;
    elsif numnode(query) = 1 and not exists (select from search_word where stem = (ts_lexize('english_stem', asked))[1])
    then
      select coalesce(string_agg('(' || near::text || ')', ' | ')::tsquery, query) into query
      from (select plainto_tsquery('listing_words', word) as near from words_near(asked) word limit 4) candidate
      where numnode(near) > 0;
    end if;
    result := case when result is null then query else result && query end;
  end loop;
  return result;
end $$;
