-- Adds the job that compares an ad with the saved searches. An edit of an ad that is being compared waits until it was, and then
-- adds the ad again.
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

-- Without saved searches there is nothing to compare with. Many ads at once are an import, not news.
create or replace function listing_match_insert() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from saved_search) or (select count(*) from (select from added limit 201) counted) > 200 then
    return null;
  end if;
  perform queue_listing_match(id, null) from added where status in ('active', 'reported');
  return null;
end $$;
create or replace trigger listing_match_insert after insert on listing
  referencing new table as added for each statement execute function listing_match_insert();

create or replace function listing_match_update() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from saved_search) or (select count(*) from (select from added limit 201) counted) > 200 then
    return null;
  end if;
  perform queue_listing_match(n.id, case when o.status in ('active', 'reported') then to_jsonb(o) end)
  from added n join removed o on o.id = n.id
  where n.status in ('active', 'reported')
    and (o.status not in ('active', 'reported')
      or (listing_facets(n), n.fields, n.title, n.description, n.images = '[]')
        is distinct from (listing_facets(o), o.fields, o.title, o.description, o.images = '[]'));
  return null;
end $$;
create or replace trigger listing_match_update after update on listing
  referencing new table as added old table as removed for each statement
  when (current_setting('corkboard.moves_ads', true) is distinct from 'on')
  execute function listing_match_update();
