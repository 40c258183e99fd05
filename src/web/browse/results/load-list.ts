/** Loads one page of a filtered list, with the search report and the facets. */

import type { Api } from '../../../shared/api-client.ts'
import type { MapQuery } from '../../../shared/contract/browse.ts'
import type { Location } from '../../../shared/contract/catalog.ts'
import type { CallInput, CallReply } from '../../../shared/contract.ts'
import { type FilterTexts, isPosition, type ListOrder, nextFacets } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import { formatContextOf } from '../../../shared/listing-fields/format.ts'
import { isFieldSort } from '../../../shared/listing-fields/parameters.ts'
import type { Facets } from '../../../shared/search.ts'
import { isRefused, type LoaderContext } from '../../framework/loading.ts'
import { Redirect } from '../../framework/router/outcomes.ts'
import { loadCardContext, loadFields } from '../../listing/site-fields.ts'
import { isCalendar, loadCalendar, loadMonth } from '../calendar/load-calendar.ts'
import { toCardPage } from '../cards/card.ts'
import { daySection } from '../filtered-list/day-section.ts'
import type { FacetGroup, FacetName, LoadedList, Rejected } from '../filtered-list/list-page.ts'
import { listSections, mapSection } from '../filtered-list/list-view.tsx'
import { clampPage, displayedPage } from '../lists/url-params.ts'
import { type ListMap, toListMap } from '../map/list-map.ts'
import { leaveLostPlace } from '../place/keep-to-place.ts'
import { countFilters, readFilters, withoutFields, withoutFilters } from '../query/active-filters.ts'
import { toFieldFilters } from '../query/field-filters.ts'

export type ListRequest = {
  kind: Kind
  form: LoadedList['form']
  page: number
  sort?: ListOrder | undefined
  /** Filters that the page offers with the number of results of each value. */
  facetNames: readonly FacetName[]
  locations: Location[]
}

/** The longest list of values of a facet. */
const maxFacetValues = 60

/** Values that the server rejects are left out and explained. A list of events has the current month beside it. */
export async function loadList(context: LoaderContext, request: ListRequest): Promise<LoadedList> {
  const cards = await loadCards(context, request)
  const [loaded, month] = await Promise.all([
    addView(context, request, cards),
    request.kind === 'event' && !isCalendar(context)
      ? loadMonth(context, { ...request.form.taxonomy, ...cards.filters })
      : null,
  ])
  return { ...loaded, month }
}

/** Loads a list without its map and calendar. */
export async function loadCards(context: LoaderContext, request: ListRequest): Promise<LoadedList> {
  const { kind, form, page, sort } = request
  const loading = loadFields(context.api)
  const inQuery = readFilters(context.query, kind)
  // The form keeps its fields when *Any category* is chosen in it.
  const read = form.taxonomy.category ? inQuery : withoutFields(inQuery)
  const [{ reply, filters, rejected }, fields, cardContext] = await Promise.all([
    filterListings(context, request, read),
    loading,
    loadCardContext(context, loading),
    // On the server, rendering needs the code. In the browser, the new page does.
    listSections.preload(),
    kind === 'event' ? daySection.preload() : null,
  ])
  listSections.start()
  if (rejected.near) await leaveLostPlace(context.path, rejected.near.value)
  const { search, facets } = reply
  replacePosition(context.path, filters, search?.near?.name)
  const fieldFilters = toFieldFilters({
    fields,
    filters,
    rejected,
    context: formatContextOf(form.taxonomy, context.settings.currency),
    facets: facets?.fields ?? [],
  })
  const hasOrder = !isFieldSort(sort) || fieldFilters.sorts.some(({ value }) => value === sort)
  return {
    kind,
    form,
    filters,
    fields: {
      ...filters,
      ...fieldFilters.ends,
      ...(rejected.near && { near: read.near, within: read.within }),
    },
    filterCount: countFilters(filters),
    rejected,
    list: toCardPage(reply, cardContext),
    page: displayedPage(page, reply),
    sort: hasOrder ? sort : undefined,
    report: search ?? null,
    facets: facets ? groupFacets(facets, request) : [],
    fieldFilters,
    counts: facets ? { free: facets.free, pictures: facets.pictures } : null,
    map: null,
    calendar: null,
    month: null,
  }
}

/** Redirects from a position to its town, so that neither the URL nor a link on the page has it. */
function replacePosition(path: string, { near = '' }: FilterTexts, town: string | undefined) {
  if (!town || !isPosition(near)) return
  const [pathname, search] = path.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('near', town)
  throw new Redirect(`${pathname}?${query}`)
}

/** Adds the map or the calendar if the URL asks for it. */
export async function addView(
  context: LoaderContext,
  request: ListRequest,
  loaded: LoadedList,
): Promise<LoadedList> {
  if (request.kind === 'service') return addMap(context, request, loaded)
  const calendar = await loadCalendar(context, { ...request.form.taxonomy, ...loaded.filters })
  return calendar ? { ...loaded, calendar } : addMap(context, request, loaded)
}

/** Adds the map if the URL asks for it. The cards are then those of the chosen town; the rest is about all towns. */
async function addMap(context: LoaderContext, request: ListRequest, loaded: LoadedList): Promise<LoadedList> {
  const { api, query } = context
  const { filters, report } = loaded
  const { kind, form } = request
  const map = await loadMap(api, query, { ...form.taxonomy, ...filters, kind } as MapQuery)
  if (!map?.town) return { ...loaded, map }
  // The town is in the place that the text names, and its listings rarely say so.
  const searchtext = report?.place?.text ?? form.taxonomy.searchtext
  const inTown = { ...form, taxonomy: { ...form.taxonomy, searchtext, ...map.filters } }
  const [reply, cardContext] = await Promise.all([
    sendFilters(context, { ...request, form: inTown }, filters),
    loadCardContext(context),
  ])
  return { ...loaded, map, list: toCardPage(reply, cardContext) }
}

type Reply = CallReply<'filterServices'> | CallReply<'filterEvents'>

function sendFilters(
  { api }: LoaderContext,
  { kind, form, page, sort }: ListRequest,
  filters: FilterTexts,
): Promise<Reply> {
  // Texts of a URL, which the server validates.
  const query = {
    ...form.taxonomy,
    ...filters,
    page: clampPage(page),
    sort,
  } as CallInput<'filterServices'>['query']
  return kind === 'service' ? api.filterServices({ query }) : api.filterEvents({ query })
}

/** Leaves out what the server rejects: values of the wrong form first, then a place that it does not know. */
async function filterListings(context: LoaderContext, request: ListRequest, read: FilterTexts) {
  const rejected: Rejected = {}
  let filters = read
  while (true) {
    try {
      return { reply: await sendFilters(context, request, filters), filters, rejected }
    } catch (error) {
      const fields = (isRefused(error, 'invalid') && error.fields) || {}
      const names = (Object.keys(filters) as (keyof FilterTexts)[]).filter((name) => fields[name])
      if (names.length === 0 || names.length < Object.keys(fields).length) throw error
      for (const name of names) rejected[name] = { value: read[name] ?? '', message: fields[name] ?? '' }
      filters = withoutFilters(filters, names)
    }
  }
}

function groupFacets(
  facets: Facets,
  { form: { taxonomy }, facetNames, locations }: ListRequest,
): FacetGroup[] {
  const countryOf = (state: string) =>
    locations.find((location) => location.state.some(({ name }) => name === state))?.name
  const valuesOf: Record<FacetName, FacetGroup['values']> = {
    category: facets.categories,
    subcategory: facets.subcategories,
    state: taxonomy.country
      ? facets.states
      : facets.states.map((value) => ({ ...value, country: countryOf(value.name) })),
    city: facets.cities,
  }
  return nextFacets(taxonomy)
    .filter((name) => facetNames.includes(name))
    .map((name) => ({ name, values: valuesOf[name].slice(0, maxFacetValues) }))
    .filter(({ values }) => values.length > 0)
}

/** Returns null unless the URL asks for the map. */
async function loadMap(api: Api, query: URLSearchParams, filters: MapQuery): Promise<ListMap | null> {
  if (query.get('view') !== 'map') return null
  const [towns] = await Promise.all([api.listTowns({ query: filters }), mapSection.preload()])
  return toListMap(towns, query.get('town'))
}
