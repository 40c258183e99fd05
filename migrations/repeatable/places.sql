-- Deletes the divisions and towns of a country that no ad is in, and returns the number of towns. Each deleted place is looked for in the ads,
-- which only lists have an index of by place, so there is one meanwhile. The role of the server cannot create it. Ads that are being
-- written wait, and if they take too long, this fails.
create or replace function remove_places(removed_country int) returns int language plpgsql
  security definer set search_path = public, pg_temp set lock_timeout = '5s' as $$
declare
  removed int;
begin
  create index removed_places_idx on listing (state_id, city_id);
  delete from city where state_id in (select id from state where country_id = removed_country);
  get diagnostics removed = row_count;
  delete from state where country_id = removed_country;
  drop index removed_places_idx;
  return removed;
end $$;
