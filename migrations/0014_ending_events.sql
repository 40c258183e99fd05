-- Which events ended is asked once a day: with the day in the text PostgreSQL sees that they are few, and finds them on
-- the index made for it. Asked for both ways at once, or for a day that it does not know, it read all events.
create or replace function listing_end_events(today date) returns void language plpgsql as $$
begin
  execute format('update browse set ended = true where kind = ''event'' and ended = false and end_date < %L', today);
  execute format('update browse set ended = false where kind = ''event'' and ended = true and end_date >= %L', today);
end $$;
