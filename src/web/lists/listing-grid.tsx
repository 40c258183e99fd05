import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { Pagination } from '../ui/lists/pagination.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Card, CardPage } from './card.ts'
import { ListingCard } from './listing-card.tsx'

type ListingGridProps = {
  list: CardPage
  page: number
  to: (page: number) => string
  /** Shown when nothing is found, with the next step. */
  empty: ReactNode
  /** Some pages leave the pagination out when there is one page (specification, section 2). */
  paginateSinglePage?: boolean
}

/** Three to a row from medium screens up (specification, section 9). */
const grid = 'grid gap-5 sm:grid-cols-2 md:grid-cols-3 lg:gap-6'

export function ListingGrid({ list, page, to, empty, paginateSinglePage = true }: ListingGridProps) {
  const { cards, totalPages } = list
  const pending = useListPending()
  const nothing = cards.length === 0 && !pending
  if (nothing && totalPages > 0) return <PastTheEnd first={to(1)} totalPages={totalPages} />
  if (nothing) return empty
  return (
    <>
      {pending ? (
        <SkeletonGrid count={Math.max(cards.length, 3)} />
      ) : (
        <>
          <h2 className="sr-only">{cards[0]?.kind === 'event' ? 'Events' : 'Services'}</h2>
          <ListingCards cards={cards} />
        </>
      )}
      {/* Stays in its place while the next page is fetched, so that the keyboard stays on it. */}
      {totalPages > (paginateSinglePage ? 0 : 1) && (
        <Pagination page={page} totalPages={totalPages} to={to} />
      )}
    </>
  )
}

export function ListingCards({ cards }: { cards: Card[] }) {
  return (
    <ul className={grid}>
      {cards.map((card, index) => (
        <li key={card.id} className="min-w-0">
          <ListingCard card={card} eager={index < 3} />
        </li>
      ))}
    </ul>
  )
}

/** True while this same page fetches another list: a new tab, page or filter. */
export function useListPending(): boolean {
  const { location: next } = useNavigation()
  const { pathname } = useLocation()
  return next?.pathname === pathname
}

export function SkeletonGrid({ count }: { count: number }) {
  return (
    <div className={grid} aria-hidden>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className="rounded-lg border border-line bg-surface">
          <Skeleton className="aspect-[3/2] rounded-b-none" />
          <div className="space-y-3 p-4">
            <Skeleton className="h-5.5 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  )
}

function PastTheEnd({ first, totalPages }: { first: string; totalPages: number }) {
  return (
    <EmptyState
      title="Nothing on this page"
      hint={`The list has ${totalPages} ${totalPages === 1 ? 'page' : 'pages'}, and this one is past the end.`}
    >
      <ButtonLink href={first}>Go to the first page</ButtonLink>
    </EmptyState>
  )
}
