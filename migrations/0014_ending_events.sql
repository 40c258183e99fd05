-- Runs once a day. With the day in the text, PostgreSQL knows that few events match and uses the index. With both
-- conditions in one statement, or with the day as a parameter, it read all events.
create or replace function listing_end_events(today date) returns void language plpgsql as $$
begin
  execute format('update browse set ended = true where kind = ''event'' and ended = false and end_date < %L', today);
  execute format('update browse set ended = false where kind = ''event'' and ended = true and end_date >= %L', today);
end $$;
