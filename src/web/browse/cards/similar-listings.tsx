import type { Kind } from '../../../shared/listing.ts'
import type { Card } from './card.ts'
import { ListingCards } from './listing-grid.tsx'

export type SimilarCards = { near: Card[]; elsewhere: Card[] }

type SimilarListingsProps = SimilarCards & { kind: Kind; state: string | null }

/** Separates listings that are too far away for most readers. */
export function SimilarListings({ kind, state, near, elsewhere }: SimilarListingsProps) {
  const title = kind === 'service' ? 'Similar services' : 'Similar events'
  const hint = near.length === 0 ? `There are no others in ${state} yet.` : ''
  const sections = [
    { id: 'similar-near', title, hint: '', cards: near },
    { id: 'similar-elsewhere', title: `${title} elsewhere`, hint, cards: elsewhere },
  ]
  return (
    <div className="mt-10 space-y-8 border-t border-line pt-8 print:hidden">
      {sections.map(
        ({ id, title, hint, cards }) =>
          cards.length > 0 && (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} className="text-xl">
                {title}
              </h2>
              {hint && <p className="mt-1 text-soft">{hint}</p>}
              <div className="mt-5">
                <ListingCards cards={cards} eagerCount={0} />
              </div>
            </section>
          ),
      )}
    </div>
  )
}
