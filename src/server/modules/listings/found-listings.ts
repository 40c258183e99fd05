/** Reads the listings that searches found. */
import DataLoader from 'dataloader'
import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import { inOneTurn } from '../../platform/database/batches.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import {
  daysOfFilter,
  type FoundListing,
  hitRelation,
  type IndexClock,
  type IndexFilter,
  type SearchOutcome,
} from '../search/service.ts'
import { type ListedRow, listedColumns } from './list-query.ts'
import { shownOccurrence } from './shown-occurrence.ts'

type Hits = SearchOutcome['hits']
type FoundRow = ListedRow & { place: number }

/** Returns what tells listings apart that searches found on the same index. */
export const keyOfFound = ({ segment, slot }: FoundListing): string => `${segment} ${slot}`

/** Queries of more searches would be no cheaper for each, and all would wait for the last row. */
const maxSearches = 8

/** The days of a list of events, and what time it is. Null for any day. */
type ListedDays = { days: NonNullable<IndexFilter['days']>; clock: IndexClock } | null
type Search = { hits: Hits; listed: ListedDays }

/**
 * Returns a function that reads the listings that a search found, with their place in it, from 1. It leaves out those no longer
 * public. In a list of some days, each event has its date on them. Concurrent searches share a query; with a replica they do not,
 * because each may have run on another server.
 */
export function createFoundReader(database: Database) {
  const loaderOf = (read: (searches: readonly Search[]) => Promise<FoundRow[]>) =>
    new DataLoader<Search, FoundRow[]>(
      async (searches) =>
        rowsOfEach(
          searches.map(({ hits }) => hits.length),
          await read(searches),
        ),
      { ...inOneTurn, cache: false, batch: !database.onOneServer, maxBatchSize: maxSearches },
    )
  const loaders = {
    service: loaderOf((searches) => readFound(database, 'service', searches)),
    event: loaderOf((searches) => readFound(database, 'event', searches)),
    eventOnDays: loaderOf((searches) => readFoundOnDays(database, searches)),
  }
  return async (kind: Kind, hits: Hits, listed: ListedDays = null): Promise<FoundRow[]> =>
    hits.length === 0 ? [] : loaders[listed ? 'eventOnDays' : kind].load({ hits, listed })
}

const hitsOf = (searches: readonly Search[]) => searches.flatMap(({ hits }) => hits)

const selectFound = (columns: RawBuilder<unknown>) => sql<FoundRow>`
  select ${columns}, found.place
  from ${hitRelation.relation} found join listing on listing.id = found.id
  where listing.status in ('active', 'reported') and not listing.archived
  order by found.place`

const readFound = ({ preparedQuery }: Database, kind: Kind, searches: readonly Search[]) =>
  preparedQuery(
    `found ${kind}`,
    () => selectFound(listedColumns(kind)),
    hitRelation.valuesOf(hitsOf(searches)),
  )

async function readFoundOnDays({ preparedQuery }: Database, searches: readonly Search[]) {
  const ofPlace = (name: string) => sql`(${placeholder(name)}::date[])[found.place]`
  const compose = () =>
    selectFound(
      listedColumns(
        'event',
        shownOccurrence({
          first: ofPlace('firstDays'),
          last: ofPlace('lastDays'),
          now: sql`${placeholder('now')}::timestamptz`,
        }),
      ),
    )
  const ranges = searches.flatMap(({ hits, listed }) =>
    listed ? hits.map(({ placeId }) => daysOfFilter(listed.days, listed.clock, placeId)) : [],
  )
  return preparedQuery('found event on days', compose, {
    ...hitRelation.valuesOf(hitsOf(searches)),
    firstDays: ranges.map(({ from }) => from),
    lastDays: ranges.map(({ to }) => to),
    now: nowOf(searches),
  })
}

/** Searches that run at the same time agree on what is over, except for a date that ends between them. */
const nowOf = (searches: readonly Search[]) =>
  new Date(Date.UTC(2000, 0, 1) + (searches[0]?.listed?.clock.now ?? 0) * 1000).toISOString()

/** Splits the rows of searches that found so many listings, and numbers those of each. */
function rowsOfEach(lengths: number[], rows: FoundRow[]): FoundRow[][] {
  let next = 0
  let before = 0
  return lengths.map((length) => {
    const first = next
    while ((rows[next]?.place ?? Number.POSITIVE_INFINITY) <= before + length) next++
    const own = rows.slice(first, next)
    for (const row of own) row.place -= before
    before += length
    return own
  })
}
