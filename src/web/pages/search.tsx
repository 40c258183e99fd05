/** The results of a search: a tab for services and one for events, each with filters, a sort order, and pages. */
import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { Head } from '../head/head.tsx'
import { PageError } from '../layout/page-error.tsx'
import { toCardPage } from '../lists/card.ts'
import { FeedLinks } from '../lists/feed-links.tsx'
import { FilterChips } from '../lists/filter-chips.tsx'
import { FilterForm } from '../lists/filter-form.tsx'
import { normalizeFilters, readFilters, readSort } from '../lists/filters.ts'
import { KindTabs } from '../lists/kind-tabs.tsx'
import { listingCount } from '../lists/listing-count.ts'
import { ListingGrid } from '../lists/listing-grid.tsx'
import { NoListings } from '../lists/no-listings.tsx'
import { SortSelect } from '../lists/sort-select.tsx'
import { kindOfTab, type ListingTab, otherTab, readPage, readTab } from '../lists/url-params.ts'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export async function loader({ api, query, cardTextLength }: LoaderContext) {
  // The page does not need the options of its selects, so they may fail (specification, section 8).
  const [categories, locations] = await Promise.all([
    api.listCategories({}).catch(() => []),
    api.listLocations({}).catch(() => []),
  ])
  const form = normalizeFilters(readFilters(query), categories, locations)
  const sort = readSort(query)
  const requested = query.has('tab') ? readTab(query) : null
  const pageOf = (tab: ListingTab) => (tab === requested ? readPage(query) : 1)
  const input = (tab: ListingTab) => ({ query: { ...form.filters, page: pageOf(tab), sort } })
  const [services, events] = await Promise.all([
    api.filterServices(input('services')),
    api.filterEvents(input('events')),
  ])
  const tab = requested ?? (events.total > services.total ? 'events' : 'services')
  const list = toCardPage(tab === 'events' ? events : services, cardTextLength)
  const totals = { services: services.total, events: events.total }
  return { tab, totals, list, page: pageOf(tab), sort, form }
}

type Results = Awaited<ReturnType<typeof loader>>

export function Component() {
  const { tab, totals, sort, form, page, list } = useLoaderData<typeof loader>()
  const { searchtext } = form.filters
  const title = searchtext ? `Results for "${searchtext}"` : 'Search'
  // A service has no date to sort by.
  const keptSort = sort === 'soonest' ? undefined : sort
  return (
    <div className="page-width py-8 md:py-12">
      <Head
        title={title}
        description="Services and events near you, with prices and contact info."
        path={paths.search({ ...form.filters, sort, tab, page })}
        indexable={false}
      />
      <PageHeading title={title} />
      <KindTabs
        selected={tab}
        counts={totals}
        to={(tab) => paths.search({ ...form.filters, sort: keptSort, tab })}
      >
        <TabResults {...{ tab, totals, sort, form, page, list }} />
      </KindTabs>
    </div>
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.data} />

function TabResults({ tab, totals, sort, form, page, list }: Results) {
  const kind = kindOfTab[tab]
  const { filters } = form
  const { searchtext } = filters
  /** Without the tab in the URL, a filter could open the other one. */
  const to = ({ searchtext, ...query }: Query) => paths.search({ searchtext, ...query, tab })
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:gap-8">
      <div className="lg:sticky lg:top-22 lg:max-h-[calc(100dvh-6.5rem)] lg:overflow-y-auto lg:rounded-lg">
        <FilterForm kind={kind} loaded={form} to={to} />
      </div>
      <section aria-label="Results" className="min-w-0">
        <div className="mb-5 space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p role="status" className="font-semibold">
              {listingCount(list.total, kind)}
            </p>
            <SortSelect kind={kind} filters={filters} sort={sort} to={to} />
          </div>
          {/* The heading shows the text already. */}
          <FilterChips
            kind={kind}
            filters={{ ...filters, searchtext: '' }}
            sort={sort}
            to={(query) => to({ ...query, searchtext })}
          />
        </div>
        <ListingGrid
          list={list}
          page={page}
          to={(page) => to({ ...filters, sort, page })}
          empty={<NoResults {...{ tab, totals, form }} />}
        />
        <FeedLinks kind={kind} filters={filters} />
      </section>
    </div>
  )
}

function NoResults({ tab, totals, form }: Pick<Results, 'tab' | 'totals' | 'form'>) {
  const { searchtext, ...narrowing } = form.filters
  const other = otherTab[tab]
  const filtered = Object.values(narrowing).some(Boolean)
  return (
    <NoListings
      kind={kindOfTab[tab]}
      message={tab === 'events' ? emptyLists.categoryEvents : emptyLists.categoryServices}
      searched={searchtext !== ''}
      unfiltered={filtered ? paths.search({ searchtext, tab }) : undefined}
      otherTab={{
        kind: kindOfTab[other],
        total: totals[other],
        to: paths.search({ ...form.filters, tab: other }),
      }}
      elsewhere={{ label: 'Browse categories', to: paths.allCategories() }}
    />
  )
}
