/** Listings as admins look through them: of one kind, in one state, searched by words, by an author's email or an id. */
import type { Kind } from '../../../shared/listing.ts'
import type { Managed, managedStatuses } from '../../../shared/moderation.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Catalogue } from '../catalog/service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ListingService } from '../listings/service.ts'
import { findManaged, type Ids, pageOfAuthor, pageStored } from './queries.ts'

export type ManagedAsked = {
  kind: Kind
  status: (typeof managedStatuses)[number]
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

export function createManaged(database: Database, catalogue: Catalogue, listings: ListingService) {
  async function find(ids: string[]): Promise<Managed[]> {
    const rows = await findManaged(database, ids)
    return rows.map((row) => ({ ...row, ...catalogue.namesOf(row) }))
  }

  async function pageIds(viewer: Viewer, asked: ManagedAsked): Promise<Ids> {
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
    async page(viewer: Viewer, asked: ManagedAsked) {
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
