import type { SellerPage } from '../../../shared/listing.ts'
import { Icon } from '../../ui/icon.tsx'
import { SellerFacts } from '../details/seller-summary.tsx'

/** What a seller's page says about the person, below the name. */
export function SellerPageFacts({ seller }: { seller: SellerPage }) {
  const { town, repliesWithinDay } = seller
  return (
    <>
      <SellerFacts {...seller} />
      <ul className="text-sm text-soft">
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
      </ul>
    </>
  )
}
