/** The results of a search: a tab for services and one for events, each with filters, a sort order, and pages. */
import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { Head } from '../head/head.tsx'
import { PageError } from '../layout/page-error.tsx'
import { FeedLinks } from '../lists/feed-links.tsx'
import { FilterForm } from '../lists/filter-form.tsx'
import { KindTabs } from '../lists/kind-tabs.tsx'
import { presentQuery } from '../lists/list-page.ts'
import { listPart } from '../lists/list-part.ts'
import { listingCount } from '../lists/listing-count.ts'
import { ListingGrid } from '../lists/listing-grid.tsx'
import { SortSelect } from '../lists/sort-select.tsx'
import { kindOfTab, otherTab } from '../lists/url-params.ts'
import type { LoaderContext } from '../loading.ts'
import { loadMap } from '../map/load-map.ts'
import { paths } from '../paths.ts'
import { LatePart } from '../ui/deferred.tsx'
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
  const map = await loadMap(api, query, kindOfTab[tab], form.filters)
  const all = tab === 'events' ? events : services
  const inTown = map?.town && { query: { ...input(tab).query, ...map?.filters } }
  const reply = inTown && (await (tab === 'events' ? api.filterEvents(inTown) : api.filterServices(inTown)))
  const list = toCardPage(reply ?? all, cardTextLength)
  const totals = { services: services.total, events: events.total }
  return { tab, totals, list, page: pageOf(tab), sort, form, map }
}

type Results = Awaited<ReturnType<typeof loader>>

export function Component() {
  const { tab, totals, sort, form, page, list, map } = useLoaderData<typeof loader>()
  const { searchtext } = form.filters
  const title = searchtext ? `Results for "${searchtext}"` : 'Search'
  const narrowed = Object.keys(narrowing).length > 0
  // A service has no date to sort by.
  const keptSort = sort === 'soonest' ? undefined : sort
  return (
    <div className="page-width py-8 md:py-12">
      <Head
        title={title}
        description="Services and events near you, with prices and contact info."
        path={paths.search({ ...form.filters, ...(narrowed ? { tab } : { sort, tab, page }) })}
        indexable={false}
      />
      <PageHeading title={title} />
      <KindTabs
        selected={tab}
        counts={counts}
        to={(tab) => paths.search({ ...form.filters, ...narrowing, sort: keptSort, tab })}
      >
        <TabResults {...{ tab, totals, sort, form, page, list, map }} />
      </KindTabs>
    </div>
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.data} />

function TabResults({ tab, totals, sort, form, page, list, map }: Results) {
  const kind = kindOfTab[tab]
  const other = otherTab[tab]
  const { list, sort, page: number, form, narrowed } = loaded
  const { searchtext, ...narrowing } = form.filters
  /** Without the tab in the URL, a filter could open the other one. */
  const to = ({ searchtext, ...query }: Query) =>
    paths.search({ searchtext, ...query, tab, view: map ? 'map' : undefined })
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:gap-8">
      <div className="lg:sticky lg:top-22 lg:max-h-[calc(100dvh-6.5rem)] lg:overflow-y-auto lg:rounded-lg">
        <FilterForm page={page} />
      </div>
      <section aria-label="Results" className="min-w-0">
        <div className="mb-5 space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p role="status" className="font-semibold">
              {listingCount(list.total, kind, list.more)}
            </p>
            <SortSelect kind={kind} query={query} sort={sort} to={to} />
          </div>
          <LatePart
            part={listPart}
            // The heading shows the text already.
            props={{ part: 'summary', ...page, hide: ['searchtext'], clear: to({ searchtext, sort }) }}
          />
        </div>
        <ListingGrid
          list={list}
          map={map}
          page={page}
          to={(page) => to({ ...filters, sort, page })}
          empty={<NoResults {...{ tab, totals, form }} />}
        />
        <FeedLinks kind={kind} filters={form.filters} />
      </section>
    </div>
  )
}
