-- Every page may show a field, so a change of one is a change of everything.
create or replace function listing_field_change() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change default values;
  return null;
end $$;
create or replace trigger listing_field_change after insert or update or delete on listing_field
  for each statement execute function listing_field_change();
create or replace trigger listing_field_order_change after update on listing_field_order
  for each statement execute function listing_field_change();
