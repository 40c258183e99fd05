/**
 * What people can follow that lists do not filter by: a seller and a venue. Only stored searches are for them, so they are no part of the
 * index, but choices of a document that is compared with stored searches.
 */
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { SearchDocument, StoredSearch } from '../search/service.ts'

export type Followed = { seller?: string | undefined; venue?: string | undefined }

/** The same name, however it was written. */
const venueKey = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const choicesOf = ({ seller, venue }: Followed): string[] => [
  ...(seller ? [`seller:${seller}`] : []),
  ...(venue ? [`venue:${venueKey(venue)}`] : []),
]

/** Returns the search, limited to what is followed. */
export function limitTo(followed: Followed, { filter, ...search }: StoredSearch): StoredSearch {
  const own = choicesOf(followed).map((choice) => [choice])
  return { ...search, filter: { ...filter, choices: [...(filter.choices ?? []), ...own] } }
}

/** Reads by whom a listing is, and where it takes place. */
export async function readFollowed(connection: Connection, listingId: string): Promise<Followed> {
  const { rows } = await sql<{ seller: string; venue: string | null }>`
    select author_id as seller, venue_name as venue
    from listing left join event_details on event_details.listing_id = listing.id
    where listing.id = ${listingId}`.execute(connection)
  const [found] = rows
  return { seller: found?.seller, venue: found?.venue ?? undefined }
}

/** Returns the document as searches for its seller and its venue find it. */
export const withFollowed = (document: SearchDocument, followed: Followed): SearchDocument => ({
  ...document,
  choices: [...document.choices, ...choicesOf(followed)],
})
