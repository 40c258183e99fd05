import type { Occurrence } from '../../../shared/event-fields.ts'
import type { Service } from '../../../shared/listing.ts'
import { useSite } from '../../framework/site-context.tsx'
import { StructuredData } from '../../site/head/structured-data.tsx'
import type { StructuredEvent } from './structured-event.ts'
import { listingData } from './structured-listing.ts'

/** `dates` are those of a series that are not over. */
type ListingDataProps = { listing: Service | StructuredEvent; dates?: Occurrence[] }

/** Not for hidden listings, which search engines must not know. */
export function ListingData({ listing, dates = [] }: ListingDataProps) {
  const { product, origin } = useSite()
  return <StructuredData thing={listingData(listing, { origin, currency: product.currency, dates })} />
}
