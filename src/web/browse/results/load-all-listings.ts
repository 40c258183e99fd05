/** Loads the lists that have every filter: /all-services, /all-events, and the results of a search. */

import type { Kind } from '../../../shared/listing.ts'
import { isOffered } from '../../../shared/offered-kinds.ts'
import { type LoaderContext, notFoundResponse } from '../../framework/loading.ts'
import type { FacetName, LoadedList } from '../filtered-list/list-page.ts'
import { normalizeTaxonomy, readPlace, readSort, readTaxonomy } from '../filters/read-taxonomy.ts'
import { kindOfTab, type ListingTab, readPage, readTab } from '../lists/url-params.ts'
import { keepToPlace } from '../place/keep-to-place.ts'
import { formatCounted } from '../query/active-filters.ts'
import { addView, loadCards, loadList } from './load-list.ts'

const facetNames: FacetName[] = ['category', 'subcategory', 'state', 'city']

/** Throws the error page for a kind that the site does not have. */
export async function loadAllListings(context: LoaderContext, kind: Kind) {
  const { query, settings } = context
  if (!isOffered(settings, kind)) throw notFoundResponse()
  keepToPlace(context.path)
  const shared = await loadForm(context, kind)
  return loadList(context, { ...shared, kind, page: readPage(query) })
}

/** Without a tab in the URL, the one with more results opens, or the events if the text names days and there are any to show. */
export async function loadSearch(context: LoaderContext) {
  const { query, settings } = context
  const mayNamePlace = query.get('searchtext') && !query.has('near')
  if (!mayNamePlace) keepToPlace(context.path)
  const shared = await loadForm(context)
  const requested = query.has('tab') || settings.kinds !== 'both' ? readTab(context) : null
  const requestOf = (tab: ListingTab) => ({
    ...shared,
    kind: kindOfTab[tab],
    page: tab === requested ? readPage(query) : 1,
  })
  const [services, events] = await Promise.all([
    loadCards(context, requestOf('services')),
    loadCards(context, requestOf('events')),
  ])
  if (![services, events].some(namesPlace)) keepToPlace(context.path)
  const totals = { services: services.list.total, events: events.list.total }
  const isOfEvents = namesDays(events)
    ? events.list.cards.length > 0 || totals.services === 0
    : totals.events > totals.services
  const tab = requested ?? (isOfEvents ? 'events' : 'services')
  const counts = {
    services: formatCounted(totals.services, services.list.more),
    events: formatCounted(totals.events, events.list.more),
  }
  const loaded = await addView(context, requestOf(tab), { services, events }[tab])
  return { tab, totals, counts, loaded }
}

const namesDays = ({ report }: LoadedList) =>
  report?.understood.some(({ filters }) => filters.when ?? filters.from) ?? false

/** Whether the text does. */
const namesPlace = ({ report }: LoadedList) =>
  Boolean(report?.place) || report?.understood.some(({ filters }) => filters.near)

async function loadForm({ api, query }: LoaderContext, kind?: Kind) {
  // The page does not need the options of its selects, so they may fail (specification, section 8).
  const [categories, locations] = await Promise.all([
    api.listCategories({}).catch(() => []),
    api.listPlaces({ query: readPlace(query) }).catch(() => []),
  ])
  const form = normalizeTaxonomy(readTaxonomy(query), categories, locations, kind)
  return { form, sort: readSort(query), facetNames, locations }
}
