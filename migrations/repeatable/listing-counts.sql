-- How many listings there are by topic and place.

create or replace function listing_index_count() returns trigger language plpgsql as $$
begin
  insert into listing_count
  select kind, topic, place, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed, unnest(array[0, category_id, subcategory_id]) topic, unnest(array[0, country_id, state_id, city_id]) place
  where topic is not null and place is not null
  group by kind, topic, place;
  return null;
end $$;
create or replace trigger listing_index_count_insert after insert on listing_index
  referencing new table as changed for each statement execute function listing_index_count();
create or replace trigger listing_index_count_delete after delete on listing_index
  referencing old table as changed for each statement execute function listing_index_count();

create or replace function listing_index_count_update() returns trigger language plpgsql as $$
begin
  -- Of a merge of topics or places, thousands of rows move alike.
  insert into listing_count
  select kind, topic, place, sum(change)
  from (
    select kind, category_id, subcategory_id, country_id, state_id, city_id, sum(change) as change
    from (
      select kind, category_id, subcategory_id, country_id, state_id, city_id, 1 as change from added
      union all
      select kind, category_id, subcategory_id, country_id, state_id, city_id, -1 from removed
    ) each
    group by kind, category_id, subcategory_id, country_id, state_id, city_id having sum(change) <> 0
  ) moved, unnest(array[0, category_id, subcategory_id]) topic, unnest(array[0, country_id, state_id, city_id]) place
  where topic is not null and place is not null
  group by kind, topic, place having sum(change) <> 0;
  return null;
end $$;
create or replace trigger listing_index_count_update after update on listing_index
  referencing new table as added old table as removed for each statement execute function listing_index_count_update();

-- Merges the rows of at most `max_counts` counts that have at least `min_changes` recent ones. Returns how many it found; 0 while
-- another process does this.
create or replace function compact_listing_counts(min_changes integer, max_counts integer) returns integer
  language plpgsql as $$
declare
  crowded record;
  total bigint;
  compacted integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('compact_listing_counts')) then
    return 0;
  end if;
  for crowded in
    select kind, topic_id, place_id from listing_count where recent
    group by kind, topic_id, place_id having count(*) >= min_changes limit max_counts
  loop
    with removed as (
      delete from listing_count
      where kind = crowded.kind and topic_id = crowded.topic_id and place_id = crowded.place_id
      returning change
    )
    select sum(change) into total from removed;
    if total <> 0 then
      insert into listing_count (kind, topic_id, place_id, change, recent)
      values (crowded.kind, crowded.topic_id, crowded.place_id, total, false);
    end if;
    compacted := compacted + 1;
  end loop;
  return compacted;
end $$;

-- Merges everything. For programs that have loaded many listings at once.
create or replace function compact_listing_counts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('compact_listing_counts'));
  loop
    exit when compact_listing_counts(1, 100000) < 100000;
  end loop;
  perform compact_profile_count();
end $$;
