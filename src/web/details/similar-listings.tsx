import type { Kind } from '../../shared/listing.ts'
import type { Card } from '../lists/card.ts'
import { ListingCards } from '../lists/listing-grid.tsx'

const headings = { service: 'Similar services', event: 'Similar events' }

export function SimilarListings({ kind, cards }: { kind: Kind; cards: Card[] }) {
  return (
    <section aria-labelledby="similar-heading" className="mt-10 border-t border-line pt-8 print:hidden">
      <h2 id="similar-heading" className="mb-5 text-xl">
        {headings[kind]}
      </h2>
      <ListingCards cards={cards} eagerCount={0} />
    </section>
  )
}
