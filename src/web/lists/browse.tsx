/** The whole of /all-services and /all-events: the two differ in the call they make and in their words. */

import type { Api } from '../../shared/api-client.ts'
import { formatCount } from '../../shared/format.ts'
import type { Sort } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { emptyLists } from '../../shared/messages/pages.ts'
import { Head } from '../head/head.tsx'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { readPage } from './address.ts'
import { type CardPage, toCardPage } from './card.ts'
import { FeedLinks } from './feed-links.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterForm } from './filter-form.tsx'
import { type Choices, type Filters, normalizeFilters, readFilters, readSort } from './filters.ts'
import { ListingGrid } from './listing-grid.tsx'
import { NoListings } from './no-listings.tsx'
import { SortSelect } from './sort-select.tsx'

type Browsed = {
  list: CardPage
  page: number
  sort: Sort | undefined
  form: { filters: Filters; choices: Choices }
}

export async function loadBrowsed(kind: Kind, api: Api, query: URLSearchParams): Promise<Browsed> {
  // The lists of the selects may fail without the page failing (specification, section 8).
  const [categories, locations] = await Promise.all([
    api.listCategories({}).catch(() => []),
    api.listLocations({}).catch(() => []),
  ])
  const form = normalizeFilters(readFilters(query), categories, locations)
  const page = readPage(query)
  const sort = readSort(query)
  const asked = { query: { ...form.filters, page, sort } }
  const reply = kind === 'service' ? await api.filterServices(asked) : await api.filterEvents(asked)
  return { list: toCardPage(reply), page, sort, form }
}

const words = {
  service: {
    title: 'All Services',
    subtitle: 'Skilled neighbours, ready to help.',
    about:
      'Services that people nearby offer, with prices and a direct contact. Search them, or filter by category and place.',
    one: 'service',
    many: 'services',
    empty: emptyLists.allServices,
  },
  event: {
    title: 'All Events',
    subtitle: 'What is happening near you, soonest first.',
    about:
      'Events near you, soonest first, with days, places and prices. Search them, or filter by category and place.',
    one: 'event',
    many: 'events',
    empty: emptyLists.allEvents,
  },
}

export function Browse({ kind, list, page, sort, form }: Browsed & { kind: Kind }) {
  const { title, subtitle, about, one, many, empty } = words[kind]
  const { filters } = form
  const filtered = Object.values(filters).some(Boolean)
  return (
    <div className="page-width py-8 md:py-12">
      <Head
        title={title}
        description={about}
        path={paths.listings(kind, { ...filters, sort, page })}
        listed={!filtered && !sort && list.cards.length > 0}
      />
      <PageHeading title={title} subtitle={subtitle} />
      <div className="grid items-start gap-6 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:gap-8">
        <div className="lg:sticky lg:top-22 lg:max-h-[calc(100dvh-6.5rem)] lg:overflow-y-auto lg:rounded-lg">
          <FilterForm kind={kind} loaded={form} />
        </div>
        <section aria-label="Results" className="min-w-0">
          <div className="mb-5 space-y-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <p role="status" className="font-semibold">
                {formatCount(list.total, one, many)}
              </p>
              <SortSelect kind={kind} filters={filters} sort={sort} />
            </div>
            <FilterChips kind={kind} filters={filters} sort={sort} />
          </div>
          <ListingGrid
            list={list}
            page={page}
            to={(page) => paths.listings(kind, { ...filters, sort, page })}
            empty={
              <NoListings
                kind={kind}
                sentence={empty}
                unfiltered={filtered ? paths.listings(kind) : undefined}
                elsewhere={{ label: 'Browse categories', to: paths.allCategories() }}
              />
            }
          />
          <FeedLinks kind={kind} filters={filters} />
        </section>
      </div>
    </div>
  )
}
