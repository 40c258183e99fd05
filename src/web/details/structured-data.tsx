import type { Event, Service } from '../../shared/listing.ts'
import { StructuredData } from '../head/structured-data.tsx'
import { useSite } from '../site.tsx'
import { listingData } from './structured-listing.ts'

/** Not for hidden listings, which search engines must not know. */
export function ListingData({ listing }: { listing: Service | Event }) {
  const { product, origin } = useSite()
  return <StructuredData thing={listingData(listing, { origin, currency: product.currency })} />
}
