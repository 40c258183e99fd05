/** A stored search as the parameters of its list's URL, in one order, so that equal searches have equal texts. */
import { parametersOf } from '../../../shared/list-filters.ts'
import type { Kind, ListSearch } from '../../../shared/listing.ts'
import { fieldTextsOf } from '../../../shared/listing-fields/parameters.ts'
import { publicPaths } from '../../../shared/paths.ts'

const texts = ['searchtext', 'category', 'subcategory', 'country', 'state', 'city'] as const

export function queryOf(kind: Kind, search: ListSearch): string {
  const query = new URLSearchParams()
  for (const name of [...texts, ...parametersOf(kind)]) {
    const value = search[name]
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  for (const [name, text] of Object.entries(fieldTextsOf(search)).sort()) query.set(name, text)
  return query.toString()
}

/** Returns the path of a stored search's list. */
export const listPath = ({ kind, query }: { kind: Kind; query: string }, sort?: string): string =>
  publicPaths.listings(kind, { ...Object.fromEntries(new URLSearchParams(query)), sort })
