/** The rules of reading listings: who may see which, in what order, how a page is counted. */
import { AppError, gone, notFound } from '../../../shared/errors.ts'
import type { Sort } from '../../../shared/limits.ts'
import type { Author, Kind, Paging } from '../../../shared/listing.ts'
import { canEditListing, isAdmin, type Viewer } from '../../../shared/policy.ts'
import type { Database } from '../../platform/database/database.ts'
import { type CacheLimits, createSnapshotCache } from '../../platform/database/snapshot-cache.ts'
import type { Catalog, NamedFilter, Taxonomy } from '../catalog/service.ts'
import { type ListedRow, pageListings, type ResultPage } from './list-query.ts'
import type { ListingMaintenance } from './maintenance.ts'
import { findListing, findListings, listOwn, pageReportedListings } from './queries.ts'
import { createSearch } from './search.ts'
import { listingStatus } from './status.ts'

/** `author` only in the list of reported listings. */
export type ListingPage = {
  rows: (Named<ListedRow> & { author?: Author })[]
  total: number
  totalPages: number
}
type Named<Row> = Row & Taxonomy['names']
type Filter = NamedFilter & { searchtext?: string | undefined; status?: 'reported' | undefined }

/** Pages of lists that are kept while nothing changes: those that many look at. A page is some 10,000 characters. */
const room: CacheLimits<ListingPage> = { maxEntries: 500, maxSize: 6_000_000, sizeOf: charactersOf }
/** Of a row without its texts. */
const charactersOfRest = 500

export type ListingService = ReturnType<typeof createListingService>

export function createListingService(database: Database, catalog: Catalog, upkeep: ListingMaintenance) {
  const search = createSearch(database)
  const kept = createSnapshotCache(database, room)
  const named = <Row extends Taxonomy['ids']>(row: Row) => ({ ...row, ...catalog.namesOf(row) })
  const paged = ({ rows, total }: ResultPage, limit: number): ListingPage => ({
    rows: rows.map(named),
    total,
    totalPages: Math.ceil(total / limit),
  })

  return {
    /** Every change of a listing's status, for the rules of moderation. */
    status: listingStatus,

    /** Newest first; events soonest first; a searched list by relevance; or as `sort` says. */
    async page(viewer: Viewer | null, kind: Kind, filter: Filter, paging: Paging): Promise<ListingPage> {
      const { searchtext = '', status, ...names } = filter
      const { page, limit } = paging
      const offset = (page - 1) * limit
      if (status === 'reported' && !isAdmin(viewer)) {
        throw new AppError('forbidden', 'Only an admin can list what was reported.')
      }

      const ids = catalog.idsOf(names)
      if (Object.values(ids).some((some) => some.length === 0)) return paged({ rows: [], total: 0 }, limit)
      if (status === 'reported') {
        return paged(
          await pageReportedListings(database, { kind, filter: ids, limit, offset }, searchtext),
          limit,
        )
      }
      if (kind === 'event') await upkeep.markEndedEvents()

      const selection = { kind, filter: ids, limit, offset, sort: sortOf(paging.sort, kind, searchtext) }
      const find = async () => {
        if (searchtext !== '') return paged(await search(searchtext, selection), limit)
        return paged(await pageListings(database, selection), limit)
      }
      return kept.get(JSON.stringify([searchtext, selection]), find)
    },

    async get(viewer: Viewer | null, kind: Kind, id: string) {
      const listing = await findListing(database, kind, id)
      if (!listing) throw notFound(kind)
      if (listing.status === 'deleted') throw gone(kind)
      if (listing.status === 'hidden' && !canEditListing(viewer, listing)) throw notFound(kind)
      return named(listing)
    },

    /** Listings of either kind and any status, in the order of `ids`: for admins. */
    async find(ids: string[]) {
      return (await findListings(database, ids)).map(named)
    },

    async listOwn(viewer: Viewer, kind: Kind) {
      return (await listOwn(database, kind, viewer.accountId)).map(named)
    },
  }
}

function charactersOf({ rows }: ListingPage): number {
  return rows.reduce(
    (sum, { title, description }) => sum + title.length + description.length + charactersOfRest,
    0,
  )
}

function sortOf(asked: Sort | undefined, kind: Kind, searchtext: string): Sort {
  const usual = kind === 'event' ? 'soonest' : 'newest'
  if (searchtext === '') return asked === undefined || asked === 'relevance' ? usual : asked
  return asked ?? 'relevance'
}
