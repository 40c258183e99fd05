/** Reads the listings that searches found. */
import DataLoader from 'dataloader'
import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import { inOneTurn } from '../../platform/database/batches.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { Day, EngineHit, Instant } from '../search/service.ts'
import { type ListedRow, listedColumns } from './list-query.ts'
import { shownOccurrence } from './shown-occurrence.ts'

type Hit = Pick<EngineHit, 'id' | 'place'>
type FoundRow = ListedRow & { place: number }

/** Queries of more searches would be no cheaper for each, and all would wait for the last row. */
const maxSearches = 8

/** The first and the last day that a list of events has at a place, and what time it is. */
type ListedDays = {
  daysAt: (place: number) => { from?: Day | undefined; to?: Day | undefined }
  now: Instant
}
type Search = { hits: Hit[]; listed: ListedDays | null }

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
      { ...inOneTurn, cache: false, batch: !database.replica, maxBatchSize: maxSearches },
    )
  const loaders = {
    service: loaderOf((searches) => readFound(database, 'service', searches)),
    event: loaderOf((searches) => readFound(database, 'event', searches)),
    eventOnDays: loaderOf((searches) => readFoundOnDays(database, searches)),
  }
  return async (kind: Kind, hits: Hit[], listed: ListedDays | null = null): Promise<FoundRow[]> =>
    hits.length === 0 ? [] : loaders[listed ? 'eventOnDays' : kind].load({ hits, listed })
}

const idsOf = (searches: readonly Search[]) => searches.flatMap(({ hits }) => hits.map(({ id }) => id))

const selectFound = (columns: RawBuilder<unknown>) => sql<FoundRow>`
  select ${columns}, found.place
  from unnest(${placeholder('ids')}::uuid[]) with ordinality as found (id, place)
  join listing on listing.id = found.id
  where listing.status in ('active', 'reported') and not listing.archived
  order by found.place`

const readFound = ({ preparedQuery }: Database, kind: Kind, searches: readonly Search[]) =>
  preparedQuery(`found ${kind}`, () => selectFound(listedColumns(kind)), { ids: idsOf(searches) })

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
  const ranges = searches.flatMap(({ hits, listed }) => hits.map(({ place }) => listed?.daysAt(place)))
  return preparedQuery('found event on days', compose, {
    ids: idsOf(searches),
    firstDays: ranges.map((range) => range?.from ?? '-infinity'),
    lastDays: ranges.map((range) => range?.to ?? 'infinity'),
    // Searches that run at the same time agree on what is over, except for a date that ends between them.
    now: searches[0]?.listed?.now,
  })
}

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
