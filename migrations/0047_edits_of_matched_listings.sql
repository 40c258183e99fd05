-- As before, except that an edit of an ad that is being compared waits until it was, and then adds the ad again. `do nothing` does
-- not wait for a transaction that deletes the row, so what the edit changed was compared with no search.
create or replace function queue_listing_match(id uuid, before jsonb) returns void language plpgsql as $$
begin
  insert into listing_to_match (listing_id, before) values (id, before)
  on conflict (listing_id) do update set before = listing_to_match.before;
  perform graphile_worker.add_job(
    'match_listing',
    json_build_object('id', id),
    -- One at a time, so that two ads never wait for the same saved searches in a different order.
    queue_name => 'match_listing',
    job_key => 'match_listing:' || id
  );
end $$;
