-- Adds views to the counts of their day, each hash once. The hashes of a call are different. Not those of ads that visitors cannot see, nor the author's own: `viewers` are
-- accounts, or null for visitors. The first call of a day forgets the hashes of the day before. A later call for that day counts nothing.
create or replace function count_listing_views(viewed date, listings uuid[], hashes bigint[], viewers uuid[])
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One process at a time: another one could empty the table between these statements.
  lock table counted_view in share row exclusive mode;
  if exists (select from counted_view where day > viewed) then
    return;
  end if;
  if exists (select from counted_view where day < viewed) then
    truncate counted_view;
  end if;
  with view as (
    select hash, listing_id from unnest(listings, hashes, viewers) view (listing_id, hash, viewer)
    where viewer is null or not exists (
      select from listing join profile author on author.id = listing.author_id
      where listing.id = view.listing_id and author.account_id = viewer)
  ), new as (
    insert into counted_view (day, hash) select viewed, hash from view on conflict do nothing returning hash
  ), counted as (
    select listing_id, count(*) as views from view join new using (hash) group by listing_id
  )
  insert into listing_view (listing_id, day, views)
  select listing.id, viewed, counted.views
  from counted join listing on listing.id = counted.listing_id and listing.status in ('active', 'reported')
  on conflict (listing_id, day) do update set views = listing_view.views + excluded.views;
end $$;
