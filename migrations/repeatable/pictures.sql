-- Copies the URLs and placeholders of pictures to their listing.
create or replace function listing_sync_images() returns trigger language plpgsql as $$
begin
  update listing set (images, placeholders) = (
    select coalesce(jsonb_agg(image.url order by listing_image.position), '[]'),
      coalesce(jsonb_agg(image.placeholder order by listing_image.position), '[]')
    from listing_image join image on image.id = listing_image.image_id
    where listing_image.listing_id = listing.id
  )
  where id in (select listing_id from changed);
  return null;
end $$;
create or replace trigger listing_image_insert after insert on listing_image
  referencing new table as changed for each statement execute function listing_sync_images();
create or replace trigger listing_image_delete after delete on listing_image
  referencing old table as changed for each statement execute function listing_sync_images();
create or replace trigger listing_image_update_new after update on listing_image
  referencing new table as changed for each statement execute function listing_sync_images();
create or replace trigger listing_image_update_old after update on listing_image
  referencing old table as changed for each statement execute function listing_sync_images();

-- Listings contain copies of the URL, so it must not change.
create or replace function image_url_immutable() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'image_url_immutable', table = 'image',
    message = 'The URL of a picture cannot change.';
end $$;
create or replace trigger image_url_immutable before update of url on image
  for each row when (new.url is distinct from old.url) execute function image_url_immutable();

create or replace function image_sync_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update image set unused_since = null
    where id in (select image_id from changed) and unused_since is not null;
  else
    update image set unused_since = now()
    where id in (select image_id from changed)
      and not exists (select from listing_image where image_id = image.id);
  end if;
  return null;
end $$;
create or replace trigger image_sync_usage_insert after insert on listing_image
  referencing new table as changed for each statement execute function image_sync_usage();
create or replace trigger image_sync_usage_delete after delete on listing_image
  referencing old table as changed for each statement execute function image_sync_usage();
