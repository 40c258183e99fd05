-- Posting: uploaded pictures, posts that are sent twice, and soft deletes.

alter table image
  -- Only the URL is known of a picture on another host.
  alter column width drop not null,
  alter column height drop not null,
  alter column bytes drop not null,
  -- A tiny picture as a data: URL, shown until the real one has loaded.
  add column placeholder text not null default '',
  -- The size of the upload in bytes, before it was resized.
  add column received bigint not null default 0,
  -- Null while its files are being written. A listing may use the picture only after that.
  add column stored timestamptz default now(),
  -- The time since which no listing has used it.
  add column unused_since timestamptz default now(),
  -- Set before its files are deleted. From then on nothing may use or show it. The row is deleted last.
  add column doomed timestamptz,
  add constraint image_placeholder_form check (
    placeholder ~ '^(data:image/webp;base64,[A-Za-z0-9+/=]+)?$' and length(placeholder) <= 1000
  ),
  add constraint image_received check (received >= 0);
create index image_uploader_idx on image (uploader_id, created) where uploader_id is not null;
create index image_unused_idx on image (unused_since) where unused_since is not null;

update image set unused_since = null where exists (select from listing_image where image_id = image.id);

create function image_follow_use() returns trigger language plpgsql as $$
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
create trigger image_follow_use_insert after insert on listing_image
  referencing new table as changed for each statement execute function image_follow_use();
create trigger image_follow_use_delete after delete on listing_image
  referencing old table as changed for each statement execute function image_follow_use();

-- Denormalizes placeholders into the listing like the URLs, with the same triggers.
alter table listing add column placeholders jsonb not null default '[]';

create or replace function listing_follow_images() returns trigger language plpgsql as $$
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

update listing set placeholders = (select jsonb_agg(''::text) from jsonb_array_elements(images)) where images <> '[]';

alter table listing
  -- Null until the first edit.
  add column edited timestamptz,
  -- Soft delete: a deleted listing returns 410 until it is deleted permanently.
  add column deleted timestamptz;
update listing set deleted = now() where status = 'deleted';
alter table listing add constraint listing_deleted check ((status = 'deleted') = (deleted is not null));
create index listing_deleted_idx on listing (deleted) where deleted is not null;

create function listing_note_deletion() returns trigger language plpgsql as $$
begin
  new.deleted := case when new.status = 'deleted' then coalesce(new.deleted, now()) end;
  return new;
end $$;
create trigger listing_note_deletion before insert or update of status on listing
  for each row execute function listing_note_deletion();

-- Idempotency keys of posts: repeating a key, after a double click or a lost response, creates no second listing.
create table posting_key (
  author_id uuid not null,
  key text not null,
  -- A hash of the post. The same key with a different body is an error.
  body_hash text not null,
  listing_id uuid not null,
  created timestamptz not null default now(),
  constraint posting_key_pkey primary key (author_id, key),
  constraint posting_key_author_fkey foreign key (author_id) references profile (id) on delete cascade,
  -- Deferred: the key is inserted before its listing, so that a second post waits for the first.
  constraint posting_key_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
    deferrable initially deferred,
  constraint posting_key_length check (length(key) between 1 and 200)
);
create index posting_key_listing_idx on posting_key (listing_id);
create index posting_key_created_idx on posting_key (created);
