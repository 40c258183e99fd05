-- Saved searches, and the ads that were found for them. See docs/decisions/039-saved-searches.md.

-- What people search for. Those who search for the same share a row, so that a new ad is compared with it once.
create table search_pattern (
  id bigint generated always as identity,
  kind text not null,
  -- The parameters of the list's URL, in a fixed order.
  query text not null,
  -- The search as it is compared with single ads.
  compiled jsonb not null,
  used timestamptz not null default now(),
  changed_in xid8 not null default pg_current_xact_id(),
  constraint search_pattern_pkey primary key (id),
  constraint search_pattern_key unique (kind, query),
  constraint search_pattern_kind check (kind in ('service', 'event')),
  constraint search_pattern_query_length check (length(query) <= 2500)
);
create index search_pattern_changed_in_idx on search_pattern (changed_in);

create table saved_search (
  id uuid not null,
  profile_id uuid not null,
  pattern_id bigint not null,
  name text not null,
  frequency text not null,
  paused boolean not null default false,
  -- No alert is sent before.
  next_alert timestamptz not null default now(),
  -- When to send the ads that were found; null if there are none.
  due timestamptz,
  created timestamptz not null default now(),
  constraint saved_search_pkey primary key (id),
  constraint saved_search_profile_key unique (profile_id, pattern_id),
  constraint saved_search_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint saved_search_pattern_fkey foreign key (pattern_id) references search_pattern (id),
  constraint saved_search_name_length check (length(name) between 1 and 120),
  constraint saved_search_frequency check (frequency in ('immediately', 'daily', 'weekly'))
);
create index saved_search_pattern_idx on saved_search (pattern_id);
create index saved_search_due_idx on saved_search (due) where due is not null;

-- An ad that was found for a saved search. It stays, so that nobody hears twice of the same ad.
create table search_alert (
  saved_search_id uuid not null,
  listing_id uuid not null,
  found timestamptz not null default clock_timestamp(),
  sent timestamptz,
  constraint search_alert_pkey primary key (saved_search_id, listing_id),
  constraint search_alert_search_fkey foreign key (saved_search_id) references saved_search (id) on delete cascade,
  constraint search_alert_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);
create index search_alert_listing_idx on search_alert (listing_id);
create index search_alert_unsent_idx on search_alert (saved_search_id, found) where sent is null;

-- Ads that became public or were edited, and were not compared with the saved searches yet.
create table listing_to_match (
  listing_id uuid not null,
  -- The row before the edit; null if visitors could not see it.
  before jsonb,
  constraint listing_to_match_pkey primary key (listing_id),
  constraint listing_to_match_listing_fkey foreign key (listing_id) references listing (id) on delete cascade
);

-- A browser that shows notifications (Push API).
create table push_subscription (
  id uuid not null,
  profile_id uuid not null,
  endpoint text not null,
  -- The browser's public key and secret, with which notifications are encrypted for it (RFC 8291).
  p256dh text not null,
  auth text not null,
  created timestamptz not null default now(),
  constraint push_subscription_pkey primary key (id),
  constraint push_subscription_endpoint_key unique (endpoint),
  constraint push_subscription_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint push_subscription_endpoint_length check (length(endpoint) between 10 and 1000),
  constraint push_subscription_keys_length check (length(p256dh) <= 200 and length(auth) <= 100)
);
create index push_subscription_profile_idx on push_subscription (profile_id);

-- The functions run as the owner, because the previous version's role may not use the new tables until they are granted.
create function queue_listing_match(id uuid, before jsonb) returns void language plpgsql as $$
begin
  insert into listing_to_match (listing_id, before) values (id, before) on conflict (listing_id) do nothing;
  perform graphile_worker.add_job(
    'match_listing',
    json_build_object('id', id),
    -- One at a time, so that two ads never wait for the same saved searches in a different order.
    queue_name => 'match_listing',
    job_key => 'match_listing:' || id
  );
end $$;

-- Without saved searches there is nothing to compare with. Many ads at once are an import, not news.
create function listing_match_insert() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from saved_search) or (select count(*) from (select from added limit 201) counted) > 200 then
    return null;
  end if;
  perform queue_listing_match(id, null) from added where status in ('active', 'reported');
  return null;
end $$;

create function listing_match_update() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from saved_search) or (select count(*) from (select from added limit 201) counted) > 200 then
    return null;
  end if;
  perform queue_listing_match(n.id, case when o.status in ('active', 'reported') then to_jsonb(o) end)
  from added n join removed o on o.id = n.id
  where n.status in ('active', 'reported')
    and (o.status not in ('active', 'reported')
      or (n.title, n.description, n.category_id, n.subcategory_id, n.country_id, n.state_id, n.city_id, n.price,
          n.start_date, n.end_date, n.images = '[]')
        is distinct from
          (o.title, o.description, o.category_id, o.subcategory_id, o.country_id, o.state_id, o.city_id, o.price,
          o.start_date, o.end_date, o.images = '[]'));
  return null;
end $$;

create trigger listing_match_insert after insert on listing
  referencing new table as added for each statement execute function listing_match_insert();
create trigger listing_match_update after update on listing
  referencing new table as added old table as removed for each statement execute function listing_match_update();
