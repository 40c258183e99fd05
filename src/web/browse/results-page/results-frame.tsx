import type { ReactNode } from 'react'
import { LazySection } from '../../framework/sections/deferred.tsx'
import { ListingGrid } from '../cards/listing-grid.tsx'
import { currentQuery, type ListPage } from '../filtered-list/list-page.ts'
import { EmptyList, ListView, listSections } from '../filtered-list/list-view.tsx'
import type { TaxonomyName } from '../filters/taxonomy.ts'
import { listingCount } from '../lists/listing-count.ts'
import type { NoListingsProps } from '../lists/no-listings.tsx'
import { SortSelect } from './sort-select.tsx'

type ResultsFrameProps = {
  page: ListPage
  /** Filters that the page shows elsewhere. */
  hide: readonly TaxonomyName[]
  /** Where the list is without filters. */
  clear: string
  empty: NoListingsProps
  /** The column beside the results. */
  children: ReactNode
}

/** A list with its filters beside it, and above it the number of results and their order. */
export function ResultsFrame({ page, hide, clear, empty, children }: ResultsFrameProps) {
  const { loaded, to } = page
  const { kind, list, sort } = loaded
  const query = currentQuery(page)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:gap-8">
      {children}
      <section aria-label="Results" className="min-w-0">
        <div className="mb-5 space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p role="status" className="font-semibold">
              {listingCount(list.total, kind, list.more)}
            </p>
            <SortSelect kind={kind} query={query} sort={sort} to={to} />
          </div>
          <LazySection section={listSections} props={{ section: 'summary', ...page, hide, clear }} />
        </div>
        <ListView loaded={loaded} to={(page) => to({ ...query, page })}>
          {(toPage) => (
            <ListingGrid
              list={list}
              page={loaded.page}
              to={toPage}
              empty={<EmptyList page={page} empty={empty} />}
            />
          )}
        </ListView>
        <LazySection section={listSections} props={{ section: 'feeds', ...page }} />
      </section>
    </div>
  )
}
