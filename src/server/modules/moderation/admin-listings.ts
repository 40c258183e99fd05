/** Listings for admins: of one kind, in one state, searched by words, by the author's email, or by id. */
import type { CallRequest } from '../../../shared/contract.ts'
import type { AdminListing } from '../../../shared/moderation.ts'
import { scopeOf, type Viewer } from '../../../shared/policy.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ListingService } from '../listings/service.ts'
import { isLimited, isListingInScope } from '../roles/service.ts'
import { findAdminDetails, type IdPage, pageListedInScope, pageListings } from './queries.ts'

export type AdminListingQuery = CallRequest<'listListingsForAdmin'>['query']

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

  async function pageIds(viewer: Viewer, query: AdminListingQuery): Promise<IdPage> {
    const { kind, status, search = '', sort, page, limit } = query
    const scope = scopeOf(viewer)
    const selection = { kind, statuses: statusesOf[status], sort, page, limit, scope }
    if (search.includes('@')) return pageListings(database, { ...selection, author: search })
    if (status !== 'live') return pageListings(database, { ...selection, title: search })
    if (scope && isLimited(scope)) return pageListedInScope(database, { ...selection, scope, title: search })
    // Public listings are found by the same search that visitors use.
    const { rows, total } = await listings.page(viewer, kind, { searchtext: search }, { page, limit, sort })
    return { ids: rows.map(({ _id }) => _id), total }
  }

  return {
    /** Returns the listings with these ids that exist, in the order of `ids`. */
    find,

    async page(viewer: Viewer, query: AdminListingQuery) {
      const { search = '', kind, limit } = query
      if (/^[0-9a-f-]{36}$/i.test(search)) {
        const id = search.toLowerCase()
        const isVisible = await isListingInScope(database.kysely, scopeOf(viewer), id)
        const found = isVisible ? (await find([id])).filter((listing) => listing.kind === kind) : []
        return { listings: found, total: found.length, totalPages: found.length }
      }
      const { ids, total } = await pageIds(viewer, query)
      return { listings: await find(ids), total, totalPages: Math.ceil(total / limit) }
    },
  }
}
