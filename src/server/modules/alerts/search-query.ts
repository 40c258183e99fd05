/** A stored search as the parameters of its list's URL, in one order, so that equal searches have equal texts. */
import { parametersOf } from '../../../shared/list-filters.ts'
import type { Kind, ListSearch } from '../../../shared/listing.ts'
import { fieldTextsOf } from '../../../shared/listing-fields/parameters.ts'
import { publicPaths } from '../../../shared/paths.ts'

const texts = ['searchtext', 'category', 'subcategory', 'country', 'state', 'city'] as const
/** What lists do not filter by. */
const followed = ['seller', 'venue'] as const

export function queryOf(kind: Kind, search: ListSearch): string {
  const query = new URLSearchParams()
  for (const name of [...texts, ...followed, ...parametersOf(kind)]) {
    const value = search[name]
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  for (const [name, text] of Object.entries(fieldTextsOf(search)).sort()) query.set(name, text)
  return query.toString()
}

/** Returns the path of a stored search's list: for a seller, their page; for a venue, the list of ads that name it. */
export function listPath({ kind, query }: { kind: Kind; query: string }, sort?: string): string {
  const { seller, venue, ...list } = Object.fromEntries(new URLSearchParams(query))
  if (seller) return publicPaths.seller(seller, { tab: `${kind}s` })
  const searchtext = venue ? `"${venue.replaceAll('"', ' ')}"` : list.searchtext
  return publicPaths.listings(kind, { ...list, searchtext, sort })
}
