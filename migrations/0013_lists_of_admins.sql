-- The lists of the dashboard, on a large site.

-- A page far down is found in the index alone: it holds what the order is computed from, too.
drop index profile_name_idx;
create index profile_name_idx on profile (lower(name), id) include (name);
create index profile_email_order_idx on profile (lower(email), id) include (email);

-- Listings that are reported, hidden or deleted, by price, and by a part of their title.
create index listing_stored_price_idx on listing (kind, status, price, id) where status <> 'active';
create index listing_stored_title_idx on listing using gin (lower(title) gin_trgm_ops) where status <> 'active';

create index contact_message_search_idx on contact_message
  using gin (lower(name || ' ' || email || ' ' || message) gin_trgm_ops);
