-- How many browsers opened an ad on a day of the site's time zone. Nothing says which ones.
create table listing_view (
  listing_id uuid not null,
  day date not null,
  views integer not null,
  constraint listing_view_pkey primary key (listing_id, day),
  constraint listing_view_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint listing_view_positive check (views > 0)
);
create index listing_view_day_idx on listing_view (day);

-- The views that were counted today, as keyed hashes of the browser, the ad, and the day: two ads of one browser have nothing in common.
-- Emptied after midnight. Unlogged, so that neither a backup, a replica, nor the write-ahead log has a copy; after a crash of
-- PostgreSQL, some browsers are counted twice that day.
create unlogged table counted_view (
  day date not null,
  hash bigint not null,
  constraint counted_view_pkey primary key (day, hash)
);

-- When the person got the last email of a topic that is sent at most once in some time.
alter table email_preference add column last_sent date;
