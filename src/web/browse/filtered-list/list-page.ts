/** What the page of a list and its parts know about the list. */
import {
  anywhere,
  type FilterParameter,
  type FilterTexts,
  type ListOrder,
} from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { FieldParameter } from '../../../shared/listing-fields/parameters.ts'
import type { Query } from '../../../shared/paths.ts'
import type { Facets, FacetValue, SearchReport } from '../../../shared/search.ts'
import type { ListCalendar, MonthCounts } from '../calendar/list-calendar.ts'
import type { CardPage } from '../cards/card.ts'
import type { Choices, Taxonomy } from '../filters/taxonomy.ts'
import type { ListMap } from '../map/list-map.ts'
import type { FieldFilters } from '../query/field-filters.ts'

export type FacetName = 'category' | 'subcategory' | 'state' | 'city'
/** `country` is that of a state, if no country is chosen. */
type FacetRow = FacetValue & { country?: string | undefined }
export type FacetGroup = { name: FacetName; values: FacetRow[] }

type RejectedValue = { value: string; message: string }
export type Rejected = Partial<Record<FilterParameter, RejectedValue>> & Record<FieldParameter, RejectedValue>

export type LoadedList = {
  kind: Kind
  form: { taxonomy: Taxonomy; choices: Choices }
  filters: FilterTexts
  /** What the fields show: the filters, and what was rejected and can be corrected. */
  fields: FilterTexts
  /** How many filters there are for a reader. */
  filterCount: number
  /** Values that the server rejected and that the list therefore ignores, with the error messages. */
  rejected: Rejected
  list: CardPage
  page: number
  sort: ListOrder | undefined
  report: SearchReport | null
  facets: FacetGroup[]
  /** Those of the site's own fields. */
  fieldFilters: FieldFilters
  /** The number of results with pictures, and of free ones. */
  counts: Pick<Facets, 'free' | 'pictures'> | null
  /** The map, if the URL requests it. */
  map: ListMap | null
  calendar: ListCalendar | null
  /** The current month, beside a list of events that is not a calendar. */
  month: MonthCounts | null
}

export type ListPage = {
  loaded: LoadedList
  /** Returns the path of the list with these filters, and no others. */
  to: (query: Query) => string
  /** What of the search text, topic, and place the path leaves open. */
  taxonomy: Partial<Taxonomy>
}

/** Returns the parameters with which links keep the map or the calendar. */
export function viewOf({ map, calendar }: LoadedList): Query {
  if (!calendar) return { view: map ? 'map' : undefined }
  const { view, month, day } = calendar
  return { view, month: view === 'month' ? month : undefined, day }
}

/** Whether the list shows cards only, as search engines index it. */
export const isPlain = ({ map, calendar }: LoadedList): boolean => !map && !calendar

/** Returns the parameters of the current list, except its page. */
export const currentQuery = ({ loaded, taxonomy }: ListPage): Query => ({
  ...taxonomy,
  ...loaded.filters,
  sort: loaded.sort,
})

/** Returns a query that removes the place of the current list with one that keeps the visitor's own from replacing it. */
export const withoutPlace = ({ loaded }: ListPage, query: Query): Query =>
  query.near === '' && loaded.filters.near ? { ...query, near: anywhere } : query
