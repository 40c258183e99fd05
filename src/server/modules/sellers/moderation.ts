/** What admins do about reports of sellers and recommendations: they close them, or hide a recommendation or a reply. */
import { sql } from 'kysely'
import type { CallRequest } from '../../../shared/contract.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { type AuditActor, type AuditEntryRow, actorOf, recordAudit } from '../audit/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { pageReports } from './reports.ts'

type Options = { database: Database; notifications: Notifications }
type Person = { email: string; name: string }
type ReportedRecommendation = {
  id: string
  hidden: boolean
  replyHidden: boolean
  reply: string
  deleted: boolean
  writer: Person
  author: Person
}

/** The column that says when an admin hid it. */
const columns = { hide: sql.ref('hidden'), 'hide-reply': sql.ref('reply_hidden') }

const changed = (message: string) => new AppError('conflict', message)

export function createSellerModeration({ database, notifications }: Options) {
  const { kysely } = database

  /** Hides it, resolves all of its open reports, and emails its writer. Returns the audit entry. */
  async function hide(
    tx: Connection,
    actor: AuditActor,
    recommendation: ReportedRecommendation,
    decision: 'hide' | 'hide-reply',
    reason: string,
  ): Promise<number> {
    const { id, hidden, replyHidden, reply, deleted, writer, author } = recommendation
    const isReply = decision === 'hide-reply'
    if (deleted) throw changed('Its writer has deleted this recommendation.')
    if (isReply ? replyHidden : hidden) throw changed('This is already hidden.')
    if (isReply && reply === '') throw changed('There is no reply.')
    await sql`update recommendation set ${columns[decision]} = now() where id = ${id}`.execute(tx)
    const { rows } = await sql<{ resolved: string }>`
      update seller_report set resolved = now() where recommendation_id = ${id} and resolved is null
      returning resolved::text`.execute(tx)
    const [entry = 0] = await recordAudit(tx, actor, [
      {
        action: isReply ? 'recommendation.hide-reply' : 'recommendation.hide',
        target: { type: 'recommendation', id },
        after: { hidden: true, ...(rows[0] && { resolved: rows[0].resolved }) },
        reason,
      },
    ])
    const link = `/recommendation/${id}`
    const { email, name } = isReply ? author : writer
    await notifications.moderated(tx, 'recommendation-hide', email, { name, isReply, reason, link })
    return entry
  }

  return {
    listReports: (paging: { page: number; limit: number }) => pageReports(kysely, paging),

    /** Returns the audit entry that can be undone, or null. */
    async decide(
      context: AuthedContext,
      reportId: string,
      { decision, reason }: CallRequest<'decideSellerReport'>['body'],
    ): Promise<number | null> {
      const actor = await actorOf(database, context)
      return kysely.transaction().execute(async (tx) => {
        const report = await lockReport(tx, reportId)
        if (!report) throw notFound('report')
        if (report.resolved) throw changed('Another admin has already decided this report.')
        if (decision === 'close') {
          await sql`update seller_report set resolved = now() where id = ${reportId}`.execute(tx)
          const target = { type: 'profile' as const, id: report.sellerId }
          await recordAudit(tx, actor, [{ action: 'seller-report.close', target, reason }])
          return null
        }
        const recommendation =
          report.recommendationId && (await lockRecommendation(tx, report.recommendationId))
        if (!recommendation) throw new AppError('invalid', 'This report is not about a recommendation.')
        return hide(tx, actor, recommendation, decision, reason)
      })
    },

    /** Shows again what an admin hid, and opens the reports that this resolved. */
    async undo(tx: Connection, actor: AuditActor, entry: AuditEntryRow): Promise<void> {
      const recommendation = await lockRecommendation(tx, entry.targetId)
      const isReply = entry.action === 'recommendation.hide-reply'
      const isHidden = isReply ? recommendation?.replyHidden : recommendation?.hidden
      if (!recommendation || recommendation.deleted || !isHidden)
        throw changed('The recommendation has changed since then, so this can no longer be undone.')
      const { id } = recommendation
      await sql`
        update recommendation set ${columns[isReply ? 'hide-reply' : 'hide']} = null where id = ${id}`.execute(
        tx,
      )
      const { resolved } = entry.after as { resolved?: string }
      await sql`
        update seller_report set resolved = null
        where recommendation_id = ${id} and resolved = ${resolved ?? null}::timestamptz
          and not exists (
            select from seller_report newer
            where newer.recommendation_id = seller_report.recommendation_id and newer.resolved is null
              and newer.reporter_id = seller_report.reporter_id)`.execute(tx)
      const target = { type: 'recommendation' as const, id }
      await recordAudit(tx, actor, [
        { action: 'recommendation.restore', target, after: { hidden: false }, undoes: entry.id },
      ])
    },
  }
}

type LockedReport = { sellerId: string; recommendationId: string | null; resolved: boolean }

async function lockReport(tx: Connection, id: string): Promise<LockedReport | null> {
  const { rows } = await sql<LockedReport>`
    select seller_id as "sellerId", recommendation_id as "recommendationId", resolved is not null as resolved
    from seller_report where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

async function lockRecommendation(tx: Connection, id: string): Promise<ReportedRecommendation | null> {
  const person = (column: string) => sql`(
    select json_build_object('email', profile.email, 'name', profile.name) from profile where profile.id = ${sql.ref(column)})`
  const { rows } = await sql<ReportedRecommendation>`
    select id, hidden is not null as hidden, reply_hidden is not null as "replyHidden", reply,
      deleted is not null as deleted, ${person('recommendation.writer_id')} as writer,
      ${person('recommendation.author_id')} as author
    from recommendation where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}
