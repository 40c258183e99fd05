import type { ReactNode } from 'react'
import { lastReachablePage, maxReachable } from '../../../shared/limits.ts'
import { t } from '../../../shared/translate.ts'
import { useLocation, usePendingLocation } from '../../framework/router/hooks.ts'
import { SaveButton } from '../../listing/saved/save-button.tsx'
import { Pagination, PastLastPage } from '../../ui/lists/pagination.tsx'
import type { Card, CardPage } from './card.ts'
import { ListingCard } from './listing-card.tsx'

type ListingGridProps = {
  list: CardPage
  page: number
  to: (page: number) => string
  empty: ReactNode
}

/** Three per row from medium screens up (specification, section 9). */
const grid = 'grid gap-3 sm:grid-cols-2 sm:gap-5 md:grid-cols-3 lg:gap-6'

export function ListingGrid({ list, page, to, empty }: ListingGridProps) {
  const { cards, totalPages } = list
  const pending = useListPending()
  const isEmpty = cards.length === 0 && !pending
  if (isEmpty && totalPages > 0) return <PastLastPage page={page} firstPage={to(1)} />
  if (isEmpty) return empty
  return (
    <>
      {pending ? (
        <SkeletonGrid count={Math.max(cards.length, 3)} />
      ) : (
        <>
          <h2 className="sr-only">{cards[0]?.kind === 'event' ? t('Events') : t('Services')}</h2>
          {list.full !== 0 && <ListingCards cards={cards.slice(0, list.full)} />}
          {list.full < cards.length && (
            <>
              {list.total === 0 && empty}
              <h2 className="mt-8 mb-4 border-t border-line pt-5 text-lg first:mt-0">
                {list.related ? t('These are in related categories') : t('These match some of your words')}
              </h2>
              <ListingCards cards={cards.slice(list.full)} eagerCount={list.full === 0 ? 3 : 0} />
            </>
          )}
        </>
      )}
      {/* Stays while the next page loads, so that it keeps the keyboard focus. */}
      <Pagination page={page} totalPages={totalPages} to={to} />
      {page === lastReachablePage && list.total > maxReachable && (
        <p className="mt-4 text-center text-sm text-soft">
          {t('Lists show the first {max} ads. To see others, choose a category or a place.', {
            max: maxReachable,
          })}
        </p>
      )}
    </>
  )
}

type ListingCardsProps = {
  cards: Card[]
  eagerCount?: number
  saved?: boolean
}

/** The first `eagerCount` pictures load at once, because they are in view. */
export function ListingCards({ cards, eagerCount = 3, saved = false }: ListingCardsProps) {
  if (cards.length === 0) return null
  return (
    <ul className={grid}>
      {cards.map((card, index) => (
        <li key={card.id} className="min-w-0">
          <ListingCard card={card} eager={index < eagerCount}>
            <SaveButton id={card.id} title={card.title} sentAsSaved={saved} />
          </ListingCard>
        </li>
      ))}
    </ul>
  )
}

/** Returns true while this page loads another list: another tab, page, or filter. */
export function useListPending(): boolean {
  const next = usePendingLocation()
  const { pathname } = useLocation()
  return next?.pathname === pathname
}

export function SkeletonGrid({ count }: { count: number }) {
  return (
    <div className={grid} aria-hidden>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className="flex rounded-lg border border-line bg-surface sm:flex-col">
          <Skeleton className="w-26 rounded-e-none sm:aspect-[3/2] sm:w-auto sm:rounded-b-none" />
          <div className="flex-1 space-y-2.5 p-3 sm:space-y-3 sm:p-4">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** A gray block in place of content that is loading. */
function Skeleton({ className }: { className: string }) {
  return <span className={`breathing block rounded-sm bg-sunken ${className}`} aria-hidden />
}
