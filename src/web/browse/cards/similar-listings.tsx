import { useEffect, useState } from 'react'
import type { Api } from '../../../shared/api-client.ts'
import type { CallInput } from '../../../shared/contract.ts'
import { maxSimilarListings } from '../../../shared/limits.ts'
import type { Kind, Service } from '../../../shared/listing.ts'
import { localName } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'
import { readVisitorPlace, toNearFilter, type VisitorPlace } from '../../../shared/visitor-place.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useSite } from '../../framework/site-context.tsx'
import { type CardContext, loadCardContext } from '../../listing/site-fields.ts'
import { readCookies } from '../../ui/storage/read-cookies.ts'
import { type Card, toCardPage } from './card.ts'
import { ListingCards } from './listing-grid.tsx'

export type SimilarCards = { near: Card[]; elsewhere: Card[] }

type SimilarListingsProps = SimilarCards & {
  kind: Kind
  listing: Pick<Service, '_id' | 'category' | 'subcategory' | 'state'>
}

/** Separates listings that are too far away for most readers. */
export function SimilarListings({ kind, listing, near, elsewhere }: SimilarListingsProps) {
  const around = useAroundVisitor(kind, listing)
  const hint =
    near.length === 0
      ? t('There are no others in {state} yet.', { state: localName(listing.state ?? '') })
      : ''
  const others = (cards: Card[]) => cards.filter(({ id }) => !around?.cards.some((card) => card.id === id))
  const sections = [
    {
      id: 'similar-around',
      title: t('Similar {kind, select, service {services} other {events}} near {town}', {
        kind,
        town: around?.town ?? '',
      }),
      hint: '',
      cards: around?.cards ?? [],
    },
    {
      id: 'similar-near',
      title: t('Similar {kind, select, service {services} other {events}}', { kind }),
      hint: '',
      cards: others(near),
    },
    {
      id: 'similar-elsewhere',
      title: t('Similar {kind, select, service {services} other {events}} elsewhere', { kind }),
      hint,
      cards: others(elsewhere),
    },
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

type Around = { town: string; cards: Card[] }

/** Returns ads on the same topic at the visitor's place, which the page that everyone shares does not have; null without one. */
function useAroundVisitor(kind: Kind, listing: SimilarListingsProps['listing']): Around | null {
  const { api } = useBackend()
  const { settings, today } = useSite()
  const [around, setAround] = useState<Around | null>(null)
  useEffect(() => {
    const place = readVisitorPlace(readCookies())
    if (!place) return
    let isShown = true
    const load = async () =>
      loadAround(api, kind, listing, place, await loadCardContext({ api, settings, today: () => today }))
    load().then(
      (cards) => isShown && setAround({ town: place.town.split(',', 1)[0] ?? '', cards }),
      // The others are there.
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [api, kind, listing, settings, today])
  return around
}

async function loadAround(
  api: Api,
  kind: Kind,
  { _id, category, subcategory }: SimilarListingsProps['listing'],
  place: VisitorPlace,
  context: CardContext,
): Promise<Card[]> {
  const query = {
    category,
    subcategory: subcategory || undefined,
    ...toNearFilter(place),
    hide_ended: kind === 'event' ? 'true' : undefined,
    // More than are shown: the ad itself can be among them, and events to which nobody can go.
    limit: 2 * maxSimilarListings,
  } as unknown as CallInput<'filterServices'>['query']
  const reply = await (kind === 'event' ? api.filterEvents({ query }) : api.filterServices({ query }))
  return toCardPage(reply, context)
    .cards.filter(({ id, event }) => id !== _id && !event?.canceled && !event?.soldOut)
    .slice(0, maxSimilarListings)
}
