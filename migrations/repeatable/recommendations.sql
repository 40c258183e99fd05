-- Counts again what visitors see, and notes the change for the pages with cards of the author.
create or replace function recount_recommendations(target uuid) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  shown integer;
begin
  -- Concurrent changes wait here; the next statement sees what they did.
  perform from profile where id = target for no key update;
  select count(*) into shown
  from recommendation
  join profile writer on writer.id = recommendation.writer_id
  left join account on account.id = writer.account_id
  where recommendation.author_id = target and hidden is null and deleted is null and account.suspended_at is null;
  update profile set recommendations = shown where id = target and recommendations <> shown;
  if not found then
    return;
  end if;
  if (select count(*) from (
      select from listing where author_id = target and status in ('active', 'reported') limit 201) counted) > 200 then
    insert into content_change default values;
  else
    insert into content_change (listing_id)
    select id from listing where author_id = target and status in ('active', 'reported');
  end if;
end $$;

create or replace function recommendation_changed() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  target uuid := case tg_op when 'DELETE' then old.author_id else new.author_id end;
begin
  perform recount_recommendations(target);
  insert into content_change (author_id) values (target);
  return null;
end $$;
create or replace trigger recommendation_changed after insert or update or delete on recommendation
  for each row execute function recommendation_changed();

-- A recommendation shows its writer's name and photo, and is not shown while the writer is suspended.
create or replace function recommendation_account_changed() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  target uuid;
begin
  -- In the order of the ids, so that two suspensions never wait for each other.
  for target in
    select distinct recommendation.author_id from recommendation
    join profile writer on writer.id = recommendation.writer_id
    where writer.account_id = new.id order by 1
  loop
    perform recount_recommendations(target);
    insert into content_change (author_id) values (target);
  end loop;
  return null;
end $$;
create or replace trigger recommendation_account_changed after update on account
  for each row when ((new.name, new.image, new.suspended_at) is distinct from (old.name, old.image, old.suspended_at))
  execute function recommendation_account_changed();

create or replace function recommendation_writer_changed() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change (author_id) select distinct author_id from recommendation where writer_id = new.id;
  return null;
end $$;
create or replace trigger recommendation_writer_changed after update on profile
  for each row when ((new.name, new.email) is distinct from (old.name, old.email))
  execute function recommendation_writer_changed();
