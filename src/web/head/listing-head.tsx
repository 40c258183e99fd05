import { indexedSince } from '../../shared/days.ts'
import { formatDayRange, formatPlace, formatPrice } from '../../shared/format.ts'
import type { Event, Service } from '../../shared/listing.ts'
import { sharePictureUrl } from '../../shared/picture.ts'
import { paths } from '../paths.ts'
import { useSite } from '../site.tsx'
import { Head } from './head.tsx'
import { listingData } from './listing-data.ts'
import { StructuredData } from './structured-data.tsx'

export function ListingHead({ listing }: { listing: Service | Event }) {
  const { product, origin, today } = useSite()
  const { currency } = product
  const event = 'startDate' in listing ? listing : null
  const facts = [
    formatPrice(listing.price, currency),
    formatPlace(listing),
    ...(event ? [formatDayRange(event.startDate, event.endDate)] : []),
  ].join(' · ')
  const isPublic = listing.status !== 'hidden'
  return (
    <>
      <Head
        title={listing.title}
        description={`${facts}. ${listing.description}`}
        path={paths.listing(event ? 'event' : 'service', listing._id)}
        picture={sharePictureUrl(listing)}
        listed={isPublic && (!event || event.endDate >= indexedSince(today))}
      />
      {isPublic && <StructuredData thing={listingData(listing, { origin, currency })} />}
    </>
  )
}
