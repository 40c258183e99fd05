import type { ReactNode } from 'react'
import { isAnywhere, listSorts, sortsOf, toOrder } from '../../../shared/list-filters.ts'
import { t } from '../../../shared/translate.ts'
import { useNavigate } from '../../framework/router/hooks.ts'
import { LazySection } from '../../framework/sections/deferred.tsx'
import { useStateFrom } from '../../ui/changes.ts'
import { SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListingGrid } from '../cards/listing-grid.tsx'
import { currentQuery, type ListPage } from '../filtered-list/list-page.ts'
import { ListView, listSections } from '../filtered-list/list-view.tsx'
import type { TaxonomyName } from '../filters/taxonomy.ts'
import { listingCount } from '../lists/listing-count.ts'
import type { NoListingsProps } from '../lists/no-listings.tsx'
import { filterFormId } from './filter-form.tsx'

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
  const { kind, list } = loaded
  const query = currentQuery(page)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:gap-8">
      {children}
      <section aria-label={t('Results')} className="min-w-0">
        <div className="mb-5 space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p role="status" className="font-semibold">
              {listingCount(list.total, kind, list.more)}
            </p>
            <SortSelect page={page} />
          </div>
          <LazySection section={listSections} props={{ section: 'summary', ...page, hide, clear }} />
        </div>
        <ListView page={page} Grid={ListingGrid} to={(page) => to({ ...query, page })} empty={empty} />
      </section>
    </div>
  )
}

/** Part of the filter form, although outside of it. With scripts, a change applies at once. */
function SortSelect({ page }: { page: ListPage }) {
  const { kind, sort } = page.loaded
  const query = currentQuery(page)
  const navigate = useNavigate()
  const [chosen, setChosen] = useStateFrom(sort)
  const { near } = page.loaded.filters
  const has = { words: Boolean(query.searchtext), near: Boolean(near) && !isAnywhere(near) }
  const options = sortsOf(kind, has).map(
    // The first option is the server's default, so it stays out of the URL (design, section 4).
    (sort, at) => ({ value: at === 0 ? '' : sort, label: t(listSorts[sort].label) }),
  )
  return (
    <div className="list-sort">
      <Icon
        name="arrow-up-down"
        className="pointer-events-none absolute inset-0 z-10 m-auto size-5 sm:hidden"
      />
      <SelectField
        inline
        label={t('Sort by')}
        name="sort"
        form={filterFormId}
        value={chosen === 'relevance' ? '' : (chosen ?? '')}
        onChange={(event) => {
          const next = toOrder(event.target.value)
          setChosen(next)
          navigate(page.to({ ...query, sort: next }), { keepScroll: true })
        }}
        options={[...options, ...page.loaded.fieldFilters.sorts]}
      />
    </div>
  )
}
