-- The sitemap lists the public listings in parts. A part begins at a listing whose id ends in eleven zero bits and reaches
-- to the next such one, about two thousand listings on: where parts begin is told from this index alone, and no listing
-- that comes or goes moves the other parts.
create index browse_sitemap_idx on browse (listing_id) where right(listing_id::text, 3) in ('000', '800');
