-- Moderation: report cases, decisions and undo, suspended accounts, and the emails of contact messages.

-- The reasons that admins can choose when they hide or delete a listing. Admins edit the list; emails quote the text.
create table removal_reason (
  position smallint not null,
  text text not null,
  constraint removal_reason_pkey primary key (position),
  constraint removal_reason_length check (length(text) between 3 and 200)
);
insert into removal_reason (position, text) values
  (0, 'It is spam.'),
  (1, 'It looks like a scam or fraud.'),
  (2, 'It is offensive or unlawful.'),
  (3, 'It stands in the wrong category.'),
  (4, 'It repeats another ad.'),
  (5, 'What it offers is no longer available.');

alter table listing
  -- The admin who deleted it, and why; null if the author did.
  add column removed_by uuid,
  add column removal_reason text not null default '',
  -- The status before it was deleted or its author was suspended. Undo restores it.
  add column status_before text,
  -- Hidden because its author is suspended.
  add column suspended boolean not null default false,
  add constraint listing_removed_by_fkey foreign key (removed_by) references profile (id) on delete set null,
  add constraint listing_removal_reason_length check (length(removal_reason) <= 500),
  add constraint listing_status_before check (status_before in ('active', 'reported', 'hidden'));
create index listing_removed_by_idx on listing (removed_by) where removed_by is not null;

alter table account
  -- The owner of a suspended account can sign in, read the reason, and export the data.
  add column suspended timestamptz,
  add column suspension_reason text not null default '',
  add constraint account_suspension_reason_length check (length(suspension_reason) <= 500);

create index report_listing_idx on report (listing_id, created);
create index report_created_idx on report (created);

-- The open reports of one listing, which an admin resolves together. Triggers keep the rows in sync.
create table report_case (
  listing_id uuid not null,
  kind text not null,
  reports integer not null,
  first_reported timestamptz not null,
  last_reported timestamptz not null,
  constraint report_case_pkey primary key (listing_id),
  constraint report_case_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);
create index report_case_first_idx on report_case (kind, first_reported, listing_id);
create index report_case_last_idx on report_case (kind, last_reported desc, listing_id);
create index report_case_reports_idx on report_case (kind, reports desc, first_reported, listing_id);

create function report_case_settle(listing uuid) returns void language plpgsql as $$
begin
  delete from report_case where listing_id = listing;
  insert into report_case (listing_id, kind, reports, first_reported, last_reported)
  select l.id, l.kind, count(*), min(report.created), max(report.created)
  from listing l join report on report.listing_id = l.id
  where l.id = listing and l.status <> 'deleted' and report.settled is null
  group by l.id, l.kind;
end $$;

create function report_case_follow_reports() returns trigger language plpgsql as $$
begin
  perform report_case_settle(listing_id) from (select distinct listing_id from changed) touched;
  return null;
end $$;
create trigger report_case_insert after insert on report
  referencing new table as changed for each statement execute function report_case_follow_reports();
create trigger report_case_update after update on report
  referencing new table as changed for each statement execute function report_case_follow_reports();
create trigger report_case_delete after delete on report
  referencing old table as changed for each statement execute function report_case_follow_reports();

create function report_case_follow_listing() returns trigger language plpgsql as $$
begin
  perform report_case_settle(new.id);
  return null;
end $$;
create trigger report_case_follow_listing after update of status on listing
  for each row when ((old.status = 'deleted') <> (new.status = 'deleted'))
  execute function report_case_follow_listing();

select report_case_settle(id) from (select distinct listing_id as id from report) reported;

-- The admins who have a case open now. Unlogged, because it is worthless after a crash.
create unlogged table report_look (
  listing_id uuid not null,
  profile_id uuid not null,
  at timestamptz not null default now(),
  constraint report_look_pkey primary key (listing_id, profile_id)
);

-- The audit log of admin actions and of denied ones. Rows are never changed. The actor is only an id, so that a deleted
-- account leaves no name behind.
create table audit_entry (
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_address text not null default '',
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  reason text not null default '',
  -- The entry whose action this one undoes.
  undoes bigint,
  constraint audit_entry_pkey primary key (id),
  constraint audit_entry_undoes_fkey foreign key (undoes) references audit_entry (id),
  constraint audit_entry_undone_once unique (undoes),
  constraint audit_entry_reason_length check (length(reason) <= 500)
);
create index audit_entry_actor_idx on audit_entry (actor_id, id desc);
create index audit_entry_target_idx on audit_entry (target_id, id desc);

create function audit_entry_stays() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'audit_entry_stays', table = 'audit_entry',
    message = 'What was recorded is neither changed nor removed.';
end $$;
create trigger audit_entry_stays before update or delete on audit_entry
  for each row execute function audit_entry_stays();
create trigger audit_entry_stays_whole before truncate on audit_entry
  for each statement execute function audit_entry_stays();

-- The number of profiles as a sum of changes: counting two hundred thousand rows for every page takes too long.
create table profile_count (change bigint not null);
insert into profile_count select count(*) from profile;
create function profile_count_follow() returns trigger language plpgsql as $$
begin
  insert into profile_count select case tg_op when 'INSERT' then count(*) else -count(*) end from changed
  having count(*) > 0;
  return null;
end $$;
create trigger profile_count_insert after insert on profile
  referencing new table as changed for each statement execute function profile_count_follow();
create trigger profile_count_delete after delete on profile
  referencing old table as changed for each statement execute function profile_count_follow();

create or replace function compact_listing_counts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('compact_listing_counts'));
  with folded as (
    delete from listing_count
    where (kind, topic_id, place_id) in (
      select kind, topic_id, place_id from listing_count group by kind, topic_id, place_id having count(*) > 1
    )
    returning *
  )
  insert into listing_count
  select kind, topic_id, place_id, sum(change) from folded
  group by kind, topic_id, place_id having sum(change) <> 0;
  with folded as (delete from profile_count returning change)
  insert into profile_count select sum(change) from folded having count(*) > 0;
end $$;

create extension if not exists pg_trgm;
create index profile_search_idx on profile using gin (lower(name || ' ' || email) gin_trgm_ops);
create index profile_created_idx on profile (created desc, id desc);
create index profile_name_idx on profile (lower(name), id);
create index listing_posted_idx on listing (posted);

alter table contact_message
  -- The email that delivers it to the contact address of the site.
  add column mail_id uuid,
  add column answered timestamptz;
create index contact_message_mail_idx on contact_message (mail_id) where mail_id is not null;

create function contact_message_follow_mail() returns trigger language plpgsql as $$
begin
  update contact_message set state = case new.state when 'queued' then 'new' else new.state end
  where mail_id = new.id and state <> 'done';
  return null;
end $$;
create trigger contact_message_follow_mail after update of state on mail
  for each row when (old.state is distinct from new.state and new.kind = 'contact-message')
  execute function contact_message_follow_mail();
create index contact_message_open_idx on contact_message (state, created desc, id desc) where state <> 'done';

-- Challenges that were redeemed: each allows one message. Unlogged, because all expire soon after a crash anyway.
create unlogged table puzzle_used (
  signature text not null,
  at timestamptz not null default now(),
  constraint puzzle_used_pkey primary key (signature)
);
