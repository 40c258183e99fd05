import type { SellerPage } from '../../../shared/listing.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { StructuredData, type StructuredThing } from '../../site/head/structured-data.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SellerFacts } from '../details/seller-summary.tsx'

/** What a seller's page says about the person, below the name. */
export function SellerPageFacts({ seller }: { seller: SellerPage }) {
  const { town, repliesWithinDay } = seller
  return (
    <SellerFacts {...seller}>
      {town !== null && (
        <li className="flex items-center gap-1.5">
          <Icon name="map-pin" className="size-4 shrink-0" />
          {town}
        </li>
      )}
      {repliesWithinDay && (
        <li className="flex items-center gap-1.5">
          <Icon name="message-circle" className="size-4 shrink-0" />
          Replies within a day
        </li>
      )}
    </SellerFacts>
  )
}

/** A seller as https://schema.org data: a person, without contact details, ratings, or anything that is not on the page. */
export function SellerData({ seller }: { seller: SellerPage }) {
  const { origin } = useSite()
  return <StructuredData thing={sellerData(seller, origin)} />
}

function sellerData({ id, handle, name, photo, bio, town }: SellerPage, origin: string): StructuredThing {
  const url = origin + paths.seller(handle ?? id)
  return {
    '@type': 'ProfilePage',
    '@id': url,
    url,
    mainEntity: {
      '@type': 'Person',
      identifier: id,
      ...(name !== null && { name }),
      ...(photo !== null && { image: new URL(photo, origin).href }),
      ...(bio !== null && { description: bio }),
      ...(town !== null && { homeLocation: { '@type': 'Place', name: town } }),
    },
  }
}
