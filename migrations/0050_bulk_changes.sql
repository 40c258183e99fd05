-- A statement that inserts many listings, such as an import, adds them to the listing index with one statement too.

create function listing_index_insert() returns trigger
language plpgsql
as $$
declare
  -- The same for all rows.
  with_words boolean := keeps_previous_search();
begin
  if with_words then
    perform add_search_words(listing) from listing where id in (select id from added where status in ('active', 'reported'));
  end if;
  insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
    price, start_date, end_date, ended, on_now, words)
  select id, kind, category_id, subcategory_id, country_id, state_id, city_id, listing_order_time(added),
    price, start_date, end_date, coalesce(end_date < current_date, false),
    coalesce(start_date < current_date and end_date >= current_date, false),
    case when with_words
      then (select listing_search_words(listing) || listing_markers(listing) from listing where listing.id = added.id)
      else '' end
  from added
  where status in ('active', 'reported') and not archived;
  return null;
end $$;

create or replace trigger listing_index_sync after update on listing
  for each row execute function listing_index_sync();

create trigger listing_index_insert after insert on listing
  referencing new table as added
  for each statement execute function listing_index_insert();

-- It is empty after every merge. Without its pages, PostgreSQL would plan to read it as a whole, also once it is full again, and
-- giving the pages back locks out searches for a moment.
alter table search_change set (vacuum_truncate = false);
