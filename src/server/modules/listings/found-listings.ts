/** Reads the listings that searches found. */
import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import { inOneTurn } from '../../platform/database/batches.ts'
import type { Database } from '../../platform/database/database.ts'
import { type FoundListing, hitRelation, type SearchOutcome } from '../search/service.ts'
import { type ListedRow, listedColumns } from './list-query.ts'

type Hits = SearchOutcome['hits']
type FoundRow = ListedRow & { place: number }

/** Returns what tells listings apart that searches found on the same index. */
export const keyOfFound = ({ segment, slot }: FoundListing): string => `${segment} ${slot}`

/** Queries of more searches would be no cheaper for each, and all would wait for the last row. */
const maxSearches = 8

/**
 * Returns a function that reads the listings that a search found, with their place in it, from 1. It leaves out those no longer
 * public. Concurrent searches share a query; with a replica they do not, because each may have run on another server.
 */
export function createFoundReader(database: Database) {
  const loaderOf = (kind: Kind) =>
    new DataLoader<Hits, FoundRow[]>((searches) => readFound(database, kind, searches), {
      ...inOneTurn,
      cache: false,
      batch: !database.onOneServer,
      maxBatchSize: maxSearches,
    })
  const loaders = { service: loaderOf('service'), event: loaderOf('event') }
  return async (kind: Kind, hits: Hits): Promise<FoundRow[]> =>
    hits.length === 0 ? [] : loaders[kind].load(hits)
}

/** Returns the rows of each search. */
async function readFound({ preparedQuery }: Database, kind: Kind, searches: readonly Hits[]) {
  const compose = () => sql<FoundRow>`
    select ${listedColumns(kind)}, found.place
    from ${hitRelation.relation} found join listing on listing.id = found.id
    where listing.status in ('active', 'reported') and not listing.archived
    order by found.place`
  const rows = await preparedQuery(`found ${kind}`, compose, hitRelation.valuesOf(searches.flat()))
  let next = 0
  let before = 0
  return searches.map(({ length }) => {
    const first = next
    while ((rows[next]?.place ?? Number.POSITIVE_INFINITY) <= before + length) next++
    const own = rows.slice(first, next)
    for (const row of own) row.place -= before
    before += length
    return own
  })
}
