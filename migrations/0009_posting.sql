-- Posting: pictures that people upload, posts that are sent twice, and what deleting leaves behind.

alter table image
  -- Of a picture on another host nothing is known but its address.
  alter column width drop not null,
  alter column height drop not null,
  alter column bytes drop not null,
  -- A tiny picture as a data: address, shown until the real one has come.
  add column placeholder text not null default '',
  -- What was sent, before it was made small.
  add column received bigint not null default 0,
  -- Null while its files are being written: a listing may use it only once they are all there.
  add column stored timestamptz default now(),
  -- Since when no listing uses it.
  add column unused_since timestamptz default now(),
  -- Its files are being removed, and its row goes last: until then nothing may use or show it.
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

-- Beside the addresses of its pictures a listing has their placeholders, kept by the same triggers.
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
  -- Null until it is changed for the first time.
  add column edited timestamptz,
  -- Deleted listings answer that they are gone for a while, and then go for good.
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

-- The key that a form gave its post: the same one again, after a double click or a lost answer, makes no second listing.
create table posting_key (
  author_id uuid not null,
  key text not null,
  -- Of what was posted: the same key with another body is a mistake.
  body_hash text not null,
  listing_id uuid not null,
  created timestamptz not null default now(),
  constraint posting_key_pkey primary key (author_id, key),
  constraint posting_key_author_fkey foreign key (author_id) references profile (id) on delete cascade,
  -- Deferred: the key is claimed before its listing is written, so that a second post waits for the first.
  constraint posting_key_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
    deferrable initially deferred,
  constraint posting_key_length check (length(key) between 1 and 200)
);
create index posting_key_listing_idx on posting_key (listing_id);
create index posting_key_created_idx on posting_key (created);
