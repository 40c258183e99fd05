/**
 * The queue: everything that waits for an admin, wherever it comes from, in one order. Each kind of case is a `CaseModule`; the order is
 * one number for each case, by which pages follow each other, so that none is lost or shown twice while admins decide.
 */

import { sql } from 'kysely'
import { type CaseSource, caseActionOf, caseSourceNames } from '../../../shared/case-sources.ts'
import type { CallReply, CallRequest } from '../../../shared/contract.ts'
import { notFound } from '../../../shared/errors.ts'
import { maxCountedCases } from '../../../shared/limits.ts'
import type { Case } from '../../../shared/moderation.ts'
import type { ModeratorScope } from '../../../shared/policy.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { countUpTo } from '../../platform/database/text-search.ts'
import type { AuditActor } from '../audit/service.ts'
import type { CaseModule, Decided } from '../cases/service.ts'
import { isLimited } from '../roles/service.ts'
import { openCases } from './open-cases.ts'

export type CaseModules = Record<CaseSource, CaseModule>
type CasesQuery = CallRequest<'listCases'>['query']
type OpenRow = Pick<Case, 'source' | 'id' | 'since' | 'latest' | 'reports' | 'viewedBy'> & { rank: string }

const notPossible = msg('This cannot be decided that way.')
const notYours = msg('This was decided already, or is for other moderators.')

const micros = (instant: string) => sql`(extract(epoch from ${sql.ref(instant)}) * 1000000)::bigint`
/** The lowest rank comes first. */
const ranks = {
  oldest: micros('since'),
  newest: sql`-${micros('latest')}`,
  most: sql`-reports::bigint`,
}

export function createQueue({ kysely }: Database, modules: CaseModules) {
  /** Returns the cases of a page, and one more if there are more pages. */
  async function pageOpen(query: CasesQuery, { profileId, scope }: AuditActor): Promise<OpenRow[]> {
    const sources = query.source ? [query.source] : caseSourceNames
    const rank = ranks[query.sort]
    const position = /^(-?\d{1,18})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(query.after ?? '')
    const after = position ? sql`where (${rank}, id) > (${position[1]}::bigint, ${position[2]}::uuid)` : sql``
    const { rows } = await sql<OpenRow>`
      select page.source, page.id, page.since, page.latest, page.reports, page.rank::text as rank,
        array(select profile.email from report_case_viewer viewer join profile on profile.id = viewer.profile_id
          where viewer.listing_id = page.id and viewer.profile_id <> ${profileId}
            and viewer.at > now() - interval '1 minute' order by profile.email) as "viewedBy"
      from (select *, ${rank} as rank from ${openCases(sources, scope, query.search)} ${after}
        order by rank, id limit ${sql.lit(query.limit + 1)}) page
      order by page.rank, page.id`.execute(kysely)
    return rows
  }

  /** Leaves out cases that were decided since the page was read. */
  async function toCases(rows: OpenRow[], scope: ModeratorScope | null): Promise<Case[]> {
    const found = await Promise.all(
      caseSourceNames.map(async (source) => {
        const ids = rows.filter((row) => row.source === source).map(({ id }) => id)
        return ids.length === 0 ? [] : modules[source].find(kysely, ids)
      }),
    )
    const factsOf = new Map(found.flat().map((facts) => [facts.id, facts]))
    return rows.flatMap(({ rank: _, ...row }) => {
      const facts = factsOf.get(row.id)
      const rest = { listing: null, reasons: [], newest: [], reviewRequested: null }
      if (!facts) return []
      // A suspension concerns the whole site.
      const people = isLimited(scope)
        ? facts.people.map((person) => ({ ...person, canBeSuspended: false }))
        : facts.people
      return [{ ...rest, ...row, ...facts, people }]
    })
  }

  /** Returns which of these cases are open and in the scope. */
  async function filterOpen(
    connection: Connection,
    source: CaseSource,
    scope: ModeratorScope | null,
    ids: string[],
  ) {
    const { rows } = await sql<{ id: string }>`
      select id from ${openCases([source], scope)} where id = any(${ids}::uuid[])`.execute(connection)
    return new Set(rows.map(({ id }) => id))
  }

  return {
    async list(query: CasesQuery, actor: AuditActor): Promise<CallReply<'listCases'>> {
      const at = new Date().toISOString()
      const sources = query.source ? [query.source] : caseSourceNames
      const [found, total] = await Promise.all([
        pageOpen(query, actor),
        countUpTo(kysely, openCases(sources, actor.scope, query.search), maxCountedCases),
      ])
      const rows = found.slice(0, query.limit)
      const last = rows.at(-1)
      const next = found.length > rows.length && last ? `${last.rank}_${last.id}` : null
      return { at, cases: await toCases(rows, actor.scope), total, next }
    },

    async decide(
      tx: Connection,
      actor: AuditActor,
      { cases, decision, reason }: CallRequest<'decideCases'>['body'],
    ): Promise<Decided> {
      const all: Decided = { decided: [], auditEntryIds: [], skipped: [] }
      for (const source of caseSourceNames) {
        const ids = [...new Set(cases.filter((each) => each.source === source).map(({ id }) => id))]
        if (ids.length === 0) continue
        const skip = (id: string, message: Message) => all.skipped.push({ id, message: t(message) })
        if (caseActionOf(source, decision) === undefined) {
          for (const id of ids) skip(id, notPossible)
          continue
        }
        // For admins, the module of the source says that another admin has decided.
        const own = actor.scope && (await filterOpen(tx, source, actor.scope, ids))
        const decidable = own ? ids.filter((id) => own.has(id)) : ids
        for (const id of ids) if (!decidable.includes(id)) skip(id, notYours)
        if (decidable.length === 0) continue
        const one = await modules[source].decide(tx, actor, { ids: decidable, decision, reason })
        all.decided.push(...one.decided)
        all.auditEntryIds.push(...one.auditEntryIds)
        all.skipped.push(...one.skipped)
      }
      return all
    },

    /** Records that an admin has a case open. Returns the emails of the others who had it open within the last minute. */
    async touch(id: string, { profileId, scope }: AuditActor): Promise<string[]> {
      const { rows: open } = await sql`
        select from ${openCases(caseSourceNames, scope)} where id = ${id}`.execute(kysely)
      if (open.length === 0) throw notFound('case')
      await sql`
        insert into report_case_viewer (listing_id, profile_id) values (${id}, ${profileId})
        on conflict (listing_id, profile_id) do update set at = now()`.execute(kysely)
      const { rows } = await sql<{ email: string }>`
        select profile.email from report_case_viewer join profile on profile.id = report_case_viewer.profile_id
        where listing_id = ${id} and profile_id <> ${profileId} and at > now() - interval '1 minute'
        order by profile.email`.execute(kysely)
      return rows.map(({ email }) => email)
    },
  }
}
