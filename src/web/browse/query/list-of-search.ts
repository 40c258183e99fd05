/** The list that a link to save a search names: its kind and its filters. */

import { maxNameLength } from '../../../shared/limits.ts'
import type { FilterTexts } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import { type Filters, filterNames } from '../filters/taxonomy.ts'
import { describeNarrowing, readNarrowing } from './active-filters.ts'

export type ListOfSearch = { kind: Kind; filters: Partial<Filters>; narrowing: FilterTexts }

/** Does not validate the filters: the server does. */
export function readListOfSearch(query: URLSearchParams): ListOfSearch {
  const kind: Kind = query.get('kind') === 'event' ? 'event' : 'service'
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )
  return { kind, filters, narrowing: readNarrowing(query, kind) }
}

/** Returns what a person could call the search. */
export function nameOfSearch({ kind, filters, narrowing }: ListOfSearch, currency: string): string {
  const { searchtext, category, subcategory, country, state, city } = filters
  const place = [city, state ?? country].filter(Boolean).join(', ')
  const what = [searchtext, subcategory ?? category].filter(Boolean).join(' in ')
  const details = describeNarrowing(narrowing, currency, null).map(({ label }) => label)
  const all = what || (kind === 'service' ? 'Services' : 'Events')
  return [place ? `${all} in ${place}` : all, ...details].join(', ').slice(0, maxNameLength)
}
