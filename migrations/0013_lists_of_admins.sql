-- Indexes for the lists of the admin dashboard on a large site.

-- The included column allows an index-only scan for a page far down the list.
drop index profile_name_idx;
create index profile_name_idx on profile (lower(name), id) include (name);
create index profile_email_order_idx on profile (lower(email), id) include (email);

-- Reported, hidden, and deleted listings by price, and by part of the title.
create index listing_stored_price_idx on listing (kind, status, price, id) where status <> 'active';
create index listing_stored_title_idx on listing using gin (lower(title) gin_trgm_ops) where status <> 'active';

create index contact_message_search_idx on contact_message
  using gin (lower(name || ' ' || email || ' ' || message) gin_trgm_ops);
