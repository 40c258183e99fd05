/** /all-services and /all-events: a list with filters and a sort order. */
import { useLoaderData } from 'react-router'
import type { Kind } from '../../shared/listing.ts'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { Head } from '../head/head.tsx'
import { PageError } from '../layout/page-error.tsx'
import { FeedLinks } from '../lists/feed-links.tsx'
import { FilterForm } from '../lists/filter-form.tsx'
import { presentQuery } from '../lists/list-page.ts'
import { listPart } from '../lists/list-part.ts'
import { listingCount } from '../lists/listing-count.ts'
import { ListingGrid } from '../lists/listing-grid.tsx'
import { SortSelect } from '../lists/sort-select.tsx'
import type { LoaderContext } from '../loading.ts'
import { loadMap } from '../map/load-map.ts'
import { paths } from '../paths.ts'
import { LatePart } from '../ui/deferred.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export async function loader({ api, query, cardTextLength }: LoaderContext, kind: Kind) {
  // The page does not need the options of its selects, so they may fail (specification, section 8).
  const [categories, locations] = await Promise.all([
    api.listCategories({}).catch(() => []),
    api.listLocations({}).catch(() => []),
  ])
  const form = normalizeFilters(readFilters(query), categories, locations)
  const page = readPage(query)
  const sort = readSort(query)
  const map = await loadMap(api, query, kind, form.filters)
  const input = { query: { ...form.filters, ...map?.filters, page, sort } }
  const reply = kind === 'service' ? await api.filterServices(input) : await api.filterEvents(input)
  return { list: toCardPage(reply, cardTextLength), page, sort, form, map }
}

const labels = {
  service: {
    title: 'All Services',
    subtitle: 'Skilled neighbors, ready to help.',
    description:
      'Services offered near you, with prices and contact info. Search, or filter by category and location.',
    emptyMessage: emptyLists.allServices,
  },
  event: {
    title: 'All Events',
    subtitle: 'What’s happening near you.',
    description:
      'Events near you, soonest first, with dates, places, and prices. Search, or filter by category and location.',
    emptyMessage: emptyLists.allEvents,
  },
}

export function Component({ kind }: { kind: Kind }) {
  const { list, page, sort, form, map } = useLoaderData<typeof loader>()
  const { title, subtitle, description, emptyMessage } = labels[kind]
  const { list, page: number, sort, form, narrowing } = loaded
  const { filters } = form
  /** Filters and the order keep the map. */
  const to = (query: Query) => paths.listings(kind, { ...query, view: map ? 'map' : undefined })
  const filtered = Object.values(filters).some(Boolean)
  return (
    <div className="page-width py-8 md:py-12">
      <Head
        title={title}
        description={description}
        path={paths.listings(kind, { ...filters, sort, page })}
        indexable={!filtered && !sort && !map && list.cards.length > 0}
      />
      <PageHeading title={title} subtitle={subtitle} />
      <div className="grid items-start gap-6 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:gap-8">
        <div className="lg:sticky lg:top-22 lg:max-h-[calc(100dvh-6.5rem)] lg:overflow-y-auto lg:rounded-lg">
          <FilterForm kind={kind} loaded={form} to={to} />
        </div>
        <section aria-label="Results" className="min-w-0">
          <div className="mb-5 space-y-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <p role="status" className="font-semibold">
                {listingCount(list.total, kind, list.more)}
              </p>
              <SortSelect kind={kind} filters={filters} sort={sort} to={to} />
            </div>
            <FilterChips kind={kind} filters={filters} sort={sort} to={to} />
          </div>
          <ListingGrid
            list={list}
            map={map}
            page={page}
            to={(page) => paths.listings(kind, { ...filters, sort, page })}
            empty={
              <LatePart
                part={listPart}
                props={{
                  part: 'empty',
                  ...page,
                  empty: {
                    kind,
                    message: emptyMessage,
                    unfiltered: filtered ? to({}) : undefined,
                    elsewhere: { label: 'Browse categories', to: paths.allCategories() },
                  },
                }}
              />
            }
          />
          <FeedLinks kind={kind} filters={filters} />
        </section>
      </div>
    </div>
  )
}

export const ErrorBoundary = ({ kind }: { kind: Kind }) => (
  <PageError message={kind === 'service' ? loadFailures.services : loadFailures.events} />
)
