-- Public pages of sellers: a short name in their URL, what they choose to show, how fast they reply, recommendations, and
-- reports about people.

alter table profile
  -- How many recommendations visitors see. Triggers on `recommendation` maintain it, because every card shows it.
  add column recommendations integer not null default 0,
  -- The bio was private before, so it is shown only to those who say so.
  add column show_bio boolean not null default false,
  -- Measured once a day from messages.
  add column replies_within_day boolean not null default false;

-- The names in URLs that people chose. Earlier ones lead to the current one and stay theirs, so that nobody else can take
-- over their links.
create table profile_handle (
  -- In the order of its characters, for the parts of the sitemap.
  handle text collate "C" not null,
  profile_id uuid not null,
  is_current boolean not null default true,
  created timestamptz not null default now(),
  constraint profile_handle_pkey primary key (handle),
  constraint profile_handle_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint profile_handle_format check (handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(handle) between 3 and 30)
);
create index profile_handle_profile_idx on profile_handle (profile_id);
create unique index profile_handle_current_key on profile_handle (profile_id) where is_current;

-- What someone who exchanged messages with an author says about them, and the author's answer.
create table recommendation (
  id uuid not null,
  author_id uuid not null,
  writer_id uuid not null,
  text text not null,
  created timestamptz not null default now(),
  edited timestamptz,
  reply text not null default '',
  replied timestamptz,
  -- By an admin.
  hidden timestamptz,
  reply_hidden timestamptz,
  -- By its writer, without the text. The row stays for the rest of the year in which there can be only one.
  deleted timestamptz,
  constraint recommendation_pkey primary key (id),
  constraint recommendation_author_fkey foreign key (author_id) references profile (id) on delete cascade,
  constraint recommendation_writer_fkey foreign key (writer_id) references profile (id) on delete cascade,
  constraint recommendation_not_own check (writer_id <> author_id),
  constraint recommendation_length check (length(text) between 1 and 500 or (deleted is not null and text = '')),
  constraint recommendation_reply_length check (length(reply) <= 500)
);
create index recommendation_author_idx on recommendation (author_id, created desc, id desc);
create index recommendation_writer_idx on recommendation (writer_id, author_id, created desc);
create index recommendation_deleted_idx on recommendation (created) where deleted is not null;

-- A report about a seller, or about one recommendation on their page.
create table seller_report (
  id uuid not null,
  seller_id uuid not null,
  -- Null: about the seller.
  recommendation_id uuid,
  reporter_id uuid,
  -- The keyed hash of a visitor's network.
  visitor_hash text,
  reason text not null,
  note text not null default '',
  resolved timestamptz,
  created timestamptz not null default now(),
  constraint seller_report_pkey primary key (id),
  constraint seller_report_seller_fkey foreign key (seller_id) references profile (id) on delete cascade,
  constraint seller_report_recommendation_fkey foreign key (recommendation_id) references recommendation (id) on delete cascade,
  constraint seller_report_reporter_fkey foreign key (reporter_id) references profile (id) on delete cascade,
  constraint seller_report_reporter check ((reporter_id is null) <> (visitor_hash is null)),
  constraint seller_report_reason_length check (length(reason) between 1 and 60),
  constraint seller_report_note_length check (length(note) <= 1000)
);
create index seller_report_open_idx on seller_report (created, id) where resolved is null;
create index seller_report_seller_idx on seller_report (seller_id);
create index seller_report_recommendation_idx on seller_report (recommendation_id) where recommendation_id is not null;
create index seller_report_reporter_idx on seller_report (reporter_id) where reporter_id is not null;
-- Each person has one open report about a seller, and one about a recommendation.
create unique index seller_report_account_key
  on seller_report (seller_id, recommendation_id, reporter_id) nulls not distinct
  where resolved is null and reporter_id is not null;
create unique index seller_report_visitor_key on seller_report (seller_id, visitor_hash)
  where resolved is null and visitor_hash is not null;

-- The functions run as the owner, because the previous version's role may not use the new tables until they are granted.

-- Counts again what visitors see, and notes the change for the pages with cards of the author.
create function recount_recommendations(target uuid) returns void language plpgsql
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

create function recommendation_changed() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  target uuid := case tg_op when 'DELETE' then old.author_id else new.author_id end;
begin
  perform recount_recommendations(target);
  insert into content_change (author_id) values (target);
  return null;
end $$;
create trigger recommendation_changed after insert or update or delete on recommendation
  for each row execute function recommendation_changed();

-- A recommendation shows its writer's name and photo, and is not shown while the writer is suspended.
create function recommendation_account_changed() returns trigger language plpgsql
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
create trigger recommendation_account_changed after update on account
  for each row when ((new.name, new.image, new.suspended_at) is distinct from (old.name, old.image, old.suspended_at))
  execute function recommendation_account_changed();

create function recommendation_writer_changed() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change (author_id) select distinct author_id from recommendation where writer_id = new.id;
  return null;
end $$;
create trigger recommendation_writer_changed after update on profile
  for each row when ((new.name, new.email) is distinct from (old.name, old.email))
  execute function recommendation_writer_changed();

create trigger content_change_seller_page_update after update on profile
  for each row when ((new.show_bio, new.replies_within_day, case when new.show_bio then new.bio end)
    is distinct from (old.show_bio, old.replies_within_day, case when old.show_bio then old.bio end))
  execute function content_change_profile();

create function content_change_handle() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into content_change (author_id) values (case tg_op when 'DELETE' then old.profile_id else new.profile_id end);
  return null;
end $$;
create trigger content_change_handle after insert or update or delete on profile_handle
  for each row execute function content_change_handle();
