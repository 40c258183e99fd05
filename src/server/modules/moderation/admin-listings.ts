/** Listings as admins look through them: of one kind, in one state, searched by words, by an author's email or an id. */
import type { Kind } from '../../../shared/listing.ts'
import type { AdminListing, adminListingStatuses } from '../../../shared/moderation.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ListingService } from '../listings/service.ts'
import { findAdminDetails, type Ids, pageOfAuthor, pageStored } from './queries.ts'

export type AdminListingQuery = {
  kind: Kind
  status: (typeof adminListingStatuses)[number]
  search?: string | undefined
  sort: 'newest' | 'price-asc' | 'price-desc'
  page: number
  limit: number
}

const statusesOf = {
  live: ['active', 'reported'],
  reported: ['reported'],
  hidden: ['hidden'],
  deleted: ['deleted'],
}

export function createAdminListings(database: Database, listings: ListingService) {
  async function find(ids: string[]): Promise<AdminListing[]> {
    const [rows, details] = await Promise.all([listings.find(ids), findAdminDetails(database, ids)])
    const detailsOf = new Map(details.map((detail) => [detail._id, detail]))
    return rows.flatMap((row) => {
      const detail = detailsOf.get(row._id)
      return detail ? [{ ...row, ...detail }] : []
    })
  }

  async function pageIds(viewer: Viewer, asked: AdminListingQuery): Promise<Ids> {
    const { kind, status, search = '', sort, page, limit } = asked
    const window = { kind, statuses: statusesOf[status], sort, limit, offset: (page - 1) * limit }
    if (search.includes('@')) return pageOfAuthor(database, { ...window, email: search })
    if (status !== 'live') return pageStored(database, { ...window, title: search })
    // What visitors see is found as they find it.
    const shown = await listings.page(viewer, kind, { searchtext: search }, { page, limit, sort })
    return { ids: shown.rows.map(({ _id }) => _id), total: shown.total }
  }

  return {
    find,
    async page(viewer: Viewer, asked: AdminListingQuery) {
      const { search = '', kind, limit } = asked
      if (/^[0-9a-f-]{36}$/i.test(search)) {
        const found = (await find([search.toLowerCase()])).filter((listing) => listing.kind === kind)
        return { listings: found, total: found.length, totalPages: found.length }
      }
      const { ids, total } = await pageIds(viewer, asked)
      return { listings: await find(ids), total, totalPages: Math.ceil(total / limit) }
    },
  }
}
