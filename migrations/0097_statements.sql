-- What the site decided about someone's ad or account, as the person reads it: a statement of reasons. `rule` is what an admin wrote, or the
-- name of the rule that decided by itself. `decided_by` is only an id, so that a deleted account leaves no name behind.
create table statement (
  id uuid not null,
  profile_id uuid not null,
  listing_id uuid,
  title text not null default '',
  kind text not null,
  rule text not null default '',
  automatic boolean not null,
  decided_by uuid,
  -- The audit entries that decided it and that ended it.
  entry_id bigint,
  created timestamptz not null default now(),
  -- When it ends by itself.
  ends timestamptz,
  -- When it ended, for any reason.
  ended timestamptz,
  ended_entry_id bigint,
  constraint statement_pkey primary key (id),
  constraint statement_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint statement_listing_fkey foreign key (listing_id) references listing (id) on delete set null,
  constraint statement_entry_fkey foreign key (entry_id) references audit_entry (id),
  constraint statement_ended_entry_fkey foreign key (ended_entry_id) references audit_entry (id),
  constraint statement_kind check (kind in ('hold', 'hide', 'removal', 'suspension')),
  constraint statement_rule_length check (length(rule) <= 500),
  constraint statement_title_length check (length(title) <= 200),
  constraint statement_decided_by check (automatic = (decided_by is null))
);
create index statement_profile_idx on statement (profile_id, created desc);
create index statement_created_idx on statement (created);
create index statement_listing_idx on statement (listing_id) where listing_id is not null;
create index statement_entry_idx on statement (entry_id) where entry_id is not null;
create index statement_ended_entry_idx on statement (ended_entry_id) where ended_entry_id is not null;
create unique index statement_open_listing_key on statement (listing_id) where ended is null and listing_id is not null;
create unique index statement_open_suspension_key on statement (profile_id) where ended is null and kind = 'suspension';

-- What someone says against a statement. There is one appeal of each.
create table appeal (
  statement_id uuid not null,
  text text not null,
  created timestamptz not null default now(),
  decided timestamptz,
  decided_by uuid,
  outcome text,
  reason text not null default '',
  constraint appeal_pkey primary key (statement_id),
  constraint appeal_statement_fkey foreign key (statement_id) references statement (id) on delete cascade,
  constraint appeal_outcome check (outcome in ('upheld', 'reversed')),
  constraint appeal_decided check ((decided is null) = (outcome is null)),
  constraint appeal_text_length check (length(text) between 1 and 2000),
  constraint appeal_reason_length check (length(reason) <= 500)
);
create index appeal_created_idx on appeal (created);
create index appeal_open_idx on appeal (created) where decided is null;
create index appeal_decided_idx on appeal (decided) where decided is not null;

-- A suspension can end by itself.
alter table account add column suspended_until timestamptz;
alter table retained_suspension add column suspended_until timestamptz;
-- small table
create index account_suspended_until_idx on account (suspended_until) where suspended_until is not null;

-- The public figures of a month. They are counted while what they count is still stored, and kept without any personal data.
create table transparency_month (
  month date not null,
  figures jsonb not null,
  counted timestamptz not null,
  constraint transparency_month_pkey primary key (month)
);

-- Ads that are hidden and people who are suspended can appeal, too.
insert into statement (id, profile_id, listing_id, title, kind, rule, automatic, decided_by, entry_id, created)
select gen_random_uuid(), listing.author_id, listing.id, left(listing.title, 200), 'hide',
  coalesce(entry.reason, 'reports'), entry.actor_id is null, entry.actor_id, entry.id, coalesce(entry.at, now())
from listing
left join lateral (
  select * from (
    select id, at, action, actor_id, reason from audit_entry
    where target_id = listing.id::text and action in ('listing.hide', 'listing.approve')
      and not exists (select from audit_entry later where later.undoes = audit_entry.id)
    order by id desc limit 1
  ) latest where action = 'listing.hide' and actor_id is not null
) entry on true
where listing.status = 'hidden' and not listing.hidden_by_suspension and listing.publish_at is null;

insert into statement (id, profile_id, kind, rule, automatic, decided_by, entry_id, created)
select gen_random_uuid(), profile.id, 'suspension', account.suspension_reason, entry.actor_id is null, entry.actor_id, entry.id,
  account.suspended_at
from account join profile on profile.account_id = account.id
left join lateral (
  select id, actor_id from audit_entry
  where target_id = profile.id::text and action = 'account.suspend' order by id desc limit 1
) entry on true
where account.suspended_at is not null;
