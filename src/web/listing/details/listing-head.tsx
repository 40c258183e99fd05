import { indexedSince } from '../../../shared/days.ts'
import { formatEventTimes } from '../../../shared/event-times.ts'
import { formatEventPlace, formatPlace } from '../../../shared/format.ts'
import type { Event, Service } from '../../../shared/listing.ts'
import { sharePictureUrl } from '../../../shared/picture.ts'
import { formatPrice } from '../../../shared/price.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Head } from '../../site/head/head.tsx'

export function ListingHead({ listing }: { listing: Service | Event }) {
  const { product, today } = useSite()
  const { currency } = product
  const event = 'startDate' in listing ? listing : null
  const facts = [
    formatPrice(listing, currency),
    event ? formatEventPlace(event) : formatPlace(listing),
    ...(event ? [formatEventTimes(event.occurrence)] : []),
  ].join(' · ')
  return (
    <Head
      title={listing.title}
      description={`${facts}. ${listing.description}`}
      path={paths.listing(event ? 'event' : 'service', listing._id)}
      picture={sharePictureUrl(listing)}
      indexable={
        listing.status !== 'hidden' &&
        listing.freshness !== 'archived' &&
        (!event || event.endDate >= indexedSince(today))
      }
    />
  )
}
