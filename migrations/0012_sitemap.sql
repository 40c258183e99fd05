-- The sitemap lists the public listings in parts. A part starts at a listing whose id ends in eleven zero bits, and ends
-- before the next such listing, about two thousand listings later. This index alone gives the starts, and adding or
-- deleting a listing does not move other parts.
create index browse_sitemap_idx on browse (listing_id) where right(listing_id::text, 3) in ('000', '800');
