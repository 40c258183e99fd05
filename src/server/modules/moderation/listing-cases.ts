/** Reported listings in the queue: the open reports of a listing are a case. */
import { sql } from 'kysely'
import { decisionNames, isDecision } from '../../../shared/decisions.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { AdminListing, Case, CasePerson } from '../../../shared/moderation.ts'
import { type Connection, isoTimestamp } from '../../platform/database/database.ts'
import { containsText } from '../../platform/database/text-search.ts'
import { type CaseModule, casePerson, type OpenCases, reportLists } from '../cases/service.ts'
import { listingIdInScope } from '../roles/service.ts'
import type { Decisions } from './decisions.ts'

export const openListings =
  (kind: Kind): OpenCases =>
  (search, scope) => {
    // A listing with open reports is never `active`, so its title is on the smaller index.
    const matches = search
      ? sql`and listing_id in (
          select id from listing where status <> 'active' and ${containsText(sql`lower(title)`, search, true)}
          union all
          select id from listing
          where author_id in (select profile.id from profile where lower(email) = lower(${search})))`
      : sql``
    return sql`
      select listing_id as id, first_reported as since, last_reported as latest, reports
      from report_case
      where kind = ${sql.lit(kind)} and ${listingIdInScope(scope, sql`report_case.listing_id`)} ${matches}`
  }

type Options = { decisions: Decisions; findListings: (ids: string[]) => Promise<AdminListing[]> }

export function createListingCases(kind: Kind, { decisions, findListings }: Options): CaseModule {
  return {
    async find(connection, ids) {
      const [rows, listings] = await Promise.all([findReports(connection, ids), findListings(ids)])
      const rowOf = new Map(rows.map((row) => [row.id, row]))
      return listings.flatMap((listing) => {
        const row = rowOf.get(listing._id)
        if (!row) return []
        const { author, ...facts } = row
        const { title, description } = listing
        const texts = [{ by: author.name, text: description, photos: [] }]
        return [
          { ...facts, listing, title, about: '', texts, people: [author], decisions: [...decisionNames] },
        ]
      })
    },

    async decide(tx, actor, { ids, decision, reason }) {
      if (!isDecision(decision)) throw new Error('unreachable: no listing has this decision')
      return decisions.decideIn(tx, actor, { ids, kind, decision, reason, onlyOpenReports: true })
    },
  }
}

type ReportRow = Required<Pick<Case, 'id' | 'reports' | 'newest' | 'reasons' | 'reviewRequested'>> & {
  author: CasePerson
}

async function findReports(connection: Connection, ids: string[]): Promise<ReportRow[]> {
  const reports = sql`(
    select report.reason, report.note, report.created, reporter.email as by
    from report left join profile reporter on reporter.id = report.reporter_id
    where report.listing_id = listing.id and resolved is null and reporter_id is distinct from listing.author_id) one`
  const { rows } = await sql<ReportRow>`
    select listing.id, reasons.total as reports, ${isoTimestamp(sql`request.created`)} as "reviewRequested",
      newest.list as newest, reasons.list as reasons,
      ${casePerson(sql`listing.author_id`, { listing: sql`listing.id` })} as author
    from listing
    left join report request on request.listing_id = listing.id and request.reporter_id = listing.author_id
      and request.resolved is null
    ${reportLists(reports)}
    where listing.id = any(${ids}::uuid[])`.execute(connection)
  return rows
}
