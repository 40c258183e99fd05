/** What waits for an admin, for the queue and for the daily email. */
import { type RawBuilder, sql } from 'kysely'
import { type CaseSource, caseSourceNames } from '../../../shared/case-sources.ts'
import { maxCountedCases } from '../../../shared/limits.ts'
import type { Waiting } from '../../../shared/moderation.ts'
import type { ModeratorScope } from '../../../shared/policy.ts'
import { type Database, isoTimestamp } from '../../platform/database/database.ts'
import type { OpenCases } from '../cases/service.ts'
import { openMessageCases } from '../messages/service.ts'
import { openSellerCases } from '../sellers/service.ts'
import { openAppeals } from './appeal-cases.ts'
import { openListings } from './listing-cases.ts'

const openOf: Record<CaseSource, OpenCases> = {
  service: openListings('service'),
  event: openListings('event'),
  ...openMessageCases,
  person: openSellerCases,
  appeal: openAppeals,
}

/** Returns the open cases of these sources in a scope as a table. */
export function openCases(
  sources: readonly CaseSource[],
  scope: ModeratorScope | null,
  search = '',
): RawBuilder<unknown> {
  const each = sources.map(
    (source) => sql`select ${sql.lit(source)} as source, open.* from (${openOf[source](search, scope)}) open`,
  )
  return sql`(${sql.join(each, sql` union all `)}) open_case`
}

/** Counts what waits for someone with this scope. The messages of the contact form are for admins. */
export async function countWaiting({ kysely }: Database, scope: ModeratorScope | null): Promise<Waiting> {
  const counted = (source: CaseSource) => sql`(
    select json_build_object('count', count(*), 'oldest', ${isoTimestamp(sql`min(since)`)})
    from (select since from (${openOf[source]('', scope)}) open order by since limit ${sql.lit(maxCountedCases)}) open_case)`
  const parts = caseSourceNames.flatMap((source) => [sql.lit(source), counted(source)])
  const messages = scope
    ? sql`null`
    : sql`(select json_build_object('failed', count(*) filter (where status = 'failed'), 'open', count(*))
        from contact_message where status <> 'done')`
  const { rows } = await sql<Waiting>`
    select json_build_object(${sql.join(parts)}) as cases, ${messages} as messages`.execute(kysely)
  const [waiting] = rows
  if (!waiting) throw new Error('A select without a table returned no row.')
  return waiting
}
