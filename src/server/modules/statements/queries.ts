import { sql } from 'kysely'
import type { Statement } from '../../../shared/contract/statements.ts'
import { appealMonths, maxListedStatements } from '../../../shared/limits.ts'
import { ruleOf } from '../../../shared/statements.ts'
import { type Database, isoTimestamp } from '../../platform/database/database.ts'

/** Until when a decision can be appealed. Needs `statement`. */
export const appealLimit = sql`statement.created + make_interval(months => ${sql.lit(appealMonths)})`

/** Returns the newest statements of an account. */
export async function listStatements({ kysely }: Database, accountId: string): Promise<Statement[]> {
  const { rows } = await sql<Statement>`
    select statement.id, statement.kind, statement.title, statement.rule, statement.automatic,
      case when listing.status <> 'deleted' then json_build_object('id', listing.id, 'kind', listing.kind) end as listing,
      ${isoTimestamp(sql`statement.created`)} as created, ${isoTimestamp(sql`statement.ends`)} as ends,
      ${isoTimestamp(sql`statement.ended`)} as ended,
      case when statement.ended is null and appeal.statement_id is null and statement.appeal_until > now()
        then ${isoTimestamp(sql`statement.appeal_until`)} end as "appealUntil",
      case when appeal.statement_id is not null then json_build_object('text', appeal.text,
        'created', ${isoTimestamp(sql`appeal.created`)}, 'decided', ${isoTimestamp(sql`appeal.decided`)},
        'outcome', appeal.outcome, 'reason', appeal.reason) end as appeal
    from (
      select *, ${appealLimit} as appeal_until from statement
      where profile_id = (select id from profile where account_id = ${accountId})
      order by created desc, id desc limit ${sql.lit(maxListedStatements)}
    ) statement
    left join listing on listing.id = statement.listing_id
    left join appeal on appeal.statement_id = statement.id
    order by statement.created desc, statement.id desc`.execute(kysely)
  return rows.map((row) => ({ ...row, rule: ruleOf(row) }))
}
