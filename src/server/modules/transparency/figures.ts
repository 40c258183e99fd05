/** Counts what the site did in a month, without anything about persons, and shows small numbers as less than exact. */
import { sql } from 'kysely'
import type { Figure, TransparencyMonth } from '../../../shared/contract/statements.ts'
import { minPublicFigure } from '../../../shared/limits.ts'
import type { StatementKind } from '../../../shared/statements.ts'
import { type Connection, type Database, isoTimestamp } from '../../platform/database/database.ts'

/** What is stored of a month: exact numbers. */
type Figures = {
  notices: { reason: string; count: number }[]
  decisions: { kind: StatementKind | 'keep'; by: 'rule' | 'person'; count: number }[]
  decided: { count: number; medianHours: number | null }
  appeals: { received: number; upheld: number; reversed: number; medianHours: number | null }
  automatic: { hidden: number; reversed: number }
  activeAccounts: number
}

/** The most months that the page shows. */
const maxMonths = 24

const shown = (count: number): Figure => (count > 0 && count < minPublicFigure ? '<5' : count)
/** A median of few numbers is nearly one of them. */
const median = (hours: number | null, count: number) =>
  hours === null || count < minPublicFigure ? null : Math.round(hours * 10) / 10

export async function readMonths({ kysely }: Database): Promise<TransparencyMonth[]> {
  const { rows } = await sql<{ month: string; counted: string; figures: Figures }>`
    select to_char(month, 'YYYY-MM') as month, ${isoTimestamp(sql`counted`)} as counted, figures
    from transparency_month order by transparency_month.month desc limit ${sql.lit(maxMonths)}`.execute(
    kysely,
  )
  return rows.map(({ month, counted, figures: { notices, decisions, decided, appeals, ...figures } }) => ({
    month,
    counted,
    notices: notices.map(({ reason, count }) => ({ reason, count: shown(count) })),
    decisions: decisions.map(({ count, ...decision }) => ({ ...decision, count: shown(count) })),
    medianHours: median(decided.medianHours, decided.count),
    appeals: {
      received: shown(appeals.received),
      upheld: shown(appeals.upheld),
      reversed: shown(appeals.reversed),
      medianHours: median(appeals.medianHours, appeals.upheld + appeals.reversed),
    },
    automatic: { hidden: shown(figures.automatic.hidden), reversed: shown(figures.automatic.reversed) },
    activeAccounts: shown(figures.activeAccounts),
  }))
}

/** Returns whether the figures were counted on this day. */
export async function isCounted(connection: Connection, day: string, timeZone: string): Promise<boolean> {
  const { rows } = await sql`
    select from transparency_month
    where counted >= ${day}::timestamp at time zone ${timeZone} limit 1`.execute(connection)
  return rows.length > 0
}

type CountOptions = {
  timeZone: string
  /** Counts a month again, and none that the site has not seen. */
  isOptional?: boolean
}

/** Counts a month of the site's time zone, such as `2026-11`, and stores its figures. */
export async function countMonth(
  connection: Connection,
  month: string,
  { timeZone, isOptional = false }: CountOptions,
): Promise<void> {
  const first = `${month}-01`
  const from = sql`${first}::timestamp at time zone ${timeZone}`
  const to = sql`(${first}::date + interval '1 month')::timestamp at time zone ${timeZone}`
  // Older notices are so few that reading them for the times until a decision is not worth an index.
  const { rows } = await sql<{ figures: Figures }>`
    with month as materialized (select ${from} as first, ${to} as next),
    notice as (
      select report.reason, report.created, report.resolved, report.listing_id
      from report join listing on listing.id = report.listing_id
      where report.created >= (select first - interval '6 months' from month)
        and report.reporter_id is distinct from listing.author_id
      union all select reason, created, resolved, null from seller_report
      union all select reason, created, resolved, null from conversation_report
    ),
    decided as (
      select listing_id, resolved, extract(epoch from resolved - created) / 3600 as hours
      from notice, month where resolved >= first and resolved < next
    ),
    stated as (select statement.* from statement, month where created >= first and created < next),
    kept as (
      select distinct listing_id, resolved from decided
      where not exists (
        select from statement where statement.listing_id = decided.listing_id and statement.created = decided.resolved)
    ),
    appealed as (
      select outcome, extract(epoch from decided - created) / 3600 as hours
      from appeal, month where decided >= first and decided < next
    )
    select json_build_object(
      'notices', (select coalesce(json_agg(json_build_object('reason', reason, 'count', count) order by reason), '[]')
        from (select reason, count(*) from notice, month where created >= first and created < next group by reason) each),
      'decisions', (select coalesce(json_agg(json_build_object('kind', kind, 'by', by, 'count', count) order by kind, by), '[]')
        from (
          select kind, case when automatic then 'rule' else 'person' end as by, count(*) from stated group by 1, 2
          union all select 'keep', 'person', count(*) from kept having count(*) > 0) each),
      'decided', (select json_build_object('count', count(*),
        'medianHours', percentile_cont(0.5) within group (order by hours)) from decided),
      'appeals', (select json_build_object(
        'received', (select count(*) from appeal, month where created >= first and created < next),
        'upheld', count(*) filter (where outcome = 'upheld'), 'reversed', count(*) filter (where outcome = 'reversed'),
        'medianHours', percentile_cont(0.5) within group (order by hours)) from appealed),
      'automatic', (select json_build_object('hidden', count(*), 'reversed', count(*) filter (where ended is not null and not exists (
          select from statement later where later.listing_id = stated.listing_id and later.created = stated.ended)))
        from stated where automatic and kind in ('hold', 'hide')),
      'activeAccounts', (select count(distinct account_id) from account_session, month where updated >= first and created < next)
    ) as figures`.execute(connection)
  const figures = JSON.stringify(rows[0]?.figures)
  if (isOptional)
    await sql`update transparency_month set figures = ${figures}, counted = now() where month = ${first}::date`.execute(
      connection,
    )
  else
    await sql`
      insert into transparency_month (month, figures, counted) values (${first}::date, ${figures}, now())
      on conflict (month) do update set figures = excluded.figures, counted = excluded.counted`.execute(
      connection,
    )
}
