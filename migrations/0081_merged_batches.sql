-- A merge notes the ads that it moves in batches: `listing_id` is the first of a batch, and `others` are the rest. A row of each ad took as long
-- as moving it.
alter table merged_listing add column others uuid[] not null default '{}';
