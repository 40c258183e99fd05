-- Brings a database whose newest migration is 0068, the last one before the baseline, to the schema of the baseline. Drops what
-- only the search of that time used; the files of `repeatable/` replace the functions. The extensions unaccent and fuzzystrmatch
-- stay, because they may belong to another role. `if exists`, because restoring a backup of such a database loads it into the tables
-- of the baseline, and then runs this file.

drop table if exists search_segment, search_posting, search_slot, search_vocabulary, search_rebuild, search_rebuild_word,
  search_rebuild_change, search_change, search_index_state, search_word, search_spelling, previous_search;
-- Also the index of the words.
alter table listing_index drop column if exists words;
drop function if exists keeps_previous_search(), reset_search_index(integer), search_query(text, boolean), similar_words(text),
  spellings(text), add_search_words(listing), listing_search_words(listing), listing_markers(listing), normalize_words(text),
  matches_any_listing(tsquery);
drop text search configuration if exists listing_words, plain_words;

-- With their triggers, which have other names or functions now.
drop function if exists search_change_insert(), search_change_update(), search_change_delete(), content_change_listing_insert(),
  content_change_listing_delete(), listing_index_count_insert(), listing_index_count_delete() cascade;
drop function if exists note_event_changes(uuid[]), update_event_order(date, integer), mark_ended_events(date);

alter table listing validate constraint listing_canceled, validate constraint listing_postponed;

-- What jobs had not caught up with since earlier upgrades. The time of these events is long over, so the next update sets it.
insert into service_renewal (listing_id, since)
select id, greatest(posted, edited) from listing where kind = 'service' on conflict do nothing;
insert into event_state (listing_id, since, until)
select listing_id, '-infinity', '-infinity' from listing_index where kind = 'event' and not ended on conflict do nothing;
drop table if exists service_renewal_backfill, event_state_backfill;

-- The former search stored searches in another form, with prices in cents and days since 2000-01-01. Their meaning stays.
update search_pattern set compiled = jsonb_build_object(
  'phrases', compiled -> 'phrases',
  'concepts', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'typed', '',
      'alternatives', (
        select coalesce(jsonb_agg(alternative || '{"weight": 1}'), '[]')
        from jsonb_array_elements(concept -> 'alternatives') alternative),
      'topics', (
        select coalesce(jsonb_agg(jsonb_build_object('id', topic, 'weight', 1)), '[]')
        from jsonb_array_elements(concept -> 'topics') topic),
      'places', concept -> 'places')), '[]')
    from jsonb_array_elements(compiled -> 'concepts') concept),
  'filter', jsonb_strip_nulls(jsonb_build_object(
    'kind', compiled -> 'kind',
    'topics', compiled -> 'topics',
    'places', compiled -> 'places',
    'ranges', case when compiled ? 'price' then jsonb_build_array(jsonb_build_object('field', 'price',
      'min', (compiled #>> '{price,min}')::float / 100, 'max', (compiled #>> '{price,max}')::float / 100)) else '[]' end,
    'flags', case when compiled ? 'pictures' then '["pictures"]' else '[]' end::jsonb,
    'days', case
      when compiled ? 'when' then jsonb_build_object('when', compiled -> 'when')
      when compiled ? 'days' then jsonb_build_object('from', date '2000-01-01' + (compiled #>> '{days,from}')::int,
        'to', date '2000-01-01' + (compiled #>> '{days,to}')::int) end,
    'hideEnded', compiled -> 'hideEnded',
    'near', compiled -> 'near')))
where not compiled ? 'filter';

drop table if exists kysely_migration_lock;
alter table migration alter column name type text, alter column timestamp type text;
create table if not exists repeatable_migration (
  name text not null,
  checksum text not null,
  constraint repeatable_migration_pkey primary key (name)
);
delete from migration;
insert into migration (name, timestamp) values ('0069_baseline', now()::text);
