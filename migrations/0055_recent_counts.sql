-- Compacting the counts takes as long as their recent changes require, however large the site is. Before, it read all counts: on a busy
-- site with a million listings, that took longer than a statement may, and lists became slower with every write. See
-- docs/decisions/005-listing-index-and-counts.md.

alter table listing_count add column recent boolean not null default false;
-- What triggers add is recent until it is compacted.
alter table listing_count alter column recent set default true;
-- small table: the index is empty at first, and reading the counts of a million listings takes a fraction of a second.
create index listing_count_recent_idx on listing_count (kind, topic_id, place_id) where recent;

-- Merges the rows of at most `max_counts` counts that have at least `min_changes` recent ones. Returns how many it found; 0 while another
-- process does this.
create function compact_listing_counts(min_changes integer, max_counts integer) returns integer language plpgsql as $$
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

create function compact_profile_count() returns void language sql as $$
  with removed as (delete from profile_count returning change)
  insert into profile_count select sum(change) from removed having count(*) > 0
$$;

-- Merges everything. The previous version calls it while both run.
create or replace function compact_listing_counts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('compact_listing_counts'));
  loop
    exit when compact_listing_counts(1, 100000) < 100000;
  end loop;
  perform compact_profile_count();
end $$;
