import type { Kind } from '../../../shared/listing.ts'
import type { Card } from './card.ts'
import { ListingCards } from './listing-grid.tsx'

export type SimilarCards = { near: Card[]; elsewhere: Card[] }

const headings = { service: 'Similar services', event: 'Similar events' }

type SimilarListingsProps = SimilarCards & { kind: Kind; state: string | null }

/** Separates listings that are too far away for most readers. */
export function SimilarListings({ kind, state, near, elsewhere }: SimilarListingsProps) {
  return (
    <div className="mt-10 space-y-8 border-t border-line pt-8 print:hidden">
      {near.length > 0 && <SimilarSection id="similar-near" title={headings[kind]} cards={near} />}
      {elsewhere.length > 0 && (
        <SimilarSection
          id="similar-elsewhere"
          title={`${headings[kind]} elsewhere`}
          hint={near.length === 0 ? `There are no others in ${state} yet.` : undefined}
          cards={elsewhere}
        />
      )}
    </div>
  )
}

type SimilarSectionProps = { id: string; title: string; hint?: string | undefined; cards: Card[] }

function SimilarSection({ id, title, hint, cards }: SimilarSectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {hint && <p className="mt-1 text-soft">{hint}</p>}
      <div className="mt-5">
        <ListingCards cards={cards} eagerCount={0} />
      </div>
    </section>
  )
}
