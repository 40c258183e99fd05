create or replace function listing_set_deleted() returns trigger language plpgsql as $$
begin
  new.deleted := case when new.status = 'deleted' then coalesce(new.deleted, now()) end;
  return new;
end $$;
create or replace trigger listing_set_deleted before insert or update of status on listing
  for each row execute function listing_set_deleted();

create or replace function service_renewal_insert() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into service_renewal (listing_id, since)
  select id, posted from added where kind = 'service' on conflict do nothing;
  return null;
end $$;
create or replace trigger service_renewal_insert after insert on listing
  referencing new table as added for each statement execute function service_renewal_insert();
