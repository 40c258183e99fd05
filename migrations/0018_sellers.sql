-- The public listings of one author, newest first: for the page with a seller's ads, and for counting them. Its condition
-- is that of `listing_index`.
create index listing_public_author_idx on listing (author_id, kind, posted desc, id desc)
  where status in ('active', 'reported');
