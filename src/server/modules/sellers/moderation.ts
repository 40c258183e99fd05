/** What admins do about reports of sellers and recommendations: they close them, or hide a recommendation or a reply. */
import { sql } from 'kysely'
import type { CaseDecision } from '../../../shared/case-sources.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Case, CasePerson } from '../../../shared/moderation.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'
import { type AuditActor, type AuditEntryRow, recordAudit } from '../audit/service.ts'
import {
  alreadyDecided,
  type CaseFacts,
  type CaseModule,
  casePerson,
  decideEach,
  type OpenCases,
  reportLists,
} from '../cases/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { peopleInScope } from '../roles/service.ts'

type Options = { notifications: Notifications }
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

export function createSellerModeration({ notifications }: Options) {
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
    if (deleted) throw changed(t('Its writer has deleted this recommendation.'))
    if (isReply ? replyHidden : hidden) throw changed(t('This is already hidden.'))
    if (isReply && reply === '') throw changed(t('There is no reply.'))
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

  /** Returns the audit entry. */
  async function decide(
    tx: Connection,
    actor: AuditActor,
    id: string,
    decision: CaseDecision,
    reason: string,
  ): Promise<number | null> {
    const report = await lockReport(tx, id)
    if (!report || report.resolved) throw alreadyDecided()
    const { sellerId, recommendationId } = report
    if (decision === 'approve') {
      const { rows } = await sql<{ resolved: string }>`
        update seller_report set resolved = now()
        where seller_id = ${sellerId} and recommendation_id is not distinct from ${recommendationId} and resolved is null
        returning resolved::text`.execute(tx)
      const target = { type: 'profile' as const, id: sellerId }
      const after = { resolved: rows[0]?.resolved }
      const [entry = null] = await recordAudit(tx, actor, [
        { action: 'seller-report.close', target, after, reason },
      ])
      return entry
    }
    const recommendation = recommendationId && (await lockRecommendation(tx, recommendationId))
    if (!recommendation || !(decision === 'hide' || decision === 'hide-reply'))
      throw new AppError('invalid', t('This report is not about a recommendation.'))
    return hide(tx, actor, recommendation, decision, reason)
  }

  return {
    cases: {
      find: findReported,
      decide: (tx, actor, { ids, decision, reason }) =>
        decideEach(ids, (id) => decide(tx, actor, id, decision, reason)),
    } satisfies CaseModule,

    /** Shows again what an admin hid, and opens the reports that this resolved. */
    async undo(tx: Connection, actor: AuditActor, entry: AuditEntryRow): Promise<void> {
      if (entry.action === 'seller-report.close') return reopen(tx, actor, entry)
      const recommendation = await lockRecommendation(tx, entry.targetId)
      const isReply = entry.action === 'recommendation.hide-reply'
      const isHidden = isReply ? recommendation?.replyHidden : recommendation?.hidden
      if (!recommendation || recommendation.deleted || !isHidden)
        throw changed(t('The recommendation has changed since then, so this can no longer be undone.'))
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

/** Opens the reports again that closing them resolved, except those that the same person has repeated since. */
async function reopen(
  tx: Connection,
  actor: AuditActor,
  { id, targetId, after }: AuditEntryRow,
): Promise<void> {
  const { resolved } = after as { resolved: string }
  await sql`
    update seller_report set resolved = null
    where seller_id = ${targetId} and resolved = ${resolved}::timestamptz and not exists (
      select from seller_report newer
      where newer.seller_id = seller_report.seller_id and newer.resolved is null
        and newer.recommendation_id is not distinct from seller_report.recommendation_id
        and newer.reporter_id is not distinct from seller_report.reporter_id
        and newer.visitor_hash is not distinct from seller_report.visitor_hash)`.execute(tx)
  await recordAudit(tx, actor, [
    { action: 'case.reopen', target: { type: 'profile', id: targetId }, undoes: id },
  ])
}

/** All open reports of a person, or of one recommendation, are a case. */
export const openSellerReports: OpenCases = (search, scope) => {
  const person = sql`coalesce(recommendation.writer_id, seller_report.seller_id)`
  const matches =
    search === ''
      ? sql``
      : sql`and exists (select from profile where profile.id = ${person} and lower(profile.email) = lower(${search}))`
  return sql`
    select (array_agg(seller_report.id order by seller_report.created, seller_report.id))[1] as id,
      min(seller_report.created) as since, max(seller_report.created) as latest, count(*)::int as reports
    from seller_report left join recommendation on recommendation.id = seller_report.recommendation_id
    where seller_report.resolved is null and ${peopleInScope(scope, [sql`seller_report.seller_id`, sql`recommendation.writer_id`])}
      ${matches} group by seller_id, recommendation_id`
}

type ReportRow = Pick<Case, 'id' | 'newest' | 'reasons' | 'reports'> & {
  seller: CasePerson
  recommendation: {
    text: string
    reply: string
    hidden: boolean
    replyHidden: boolean
    deleted: boolean
    writer: CasePerson
  } | null
}

async function findReported(connection: Connection, ids: string[]): Promise<CaseFacts[]> {
  const reports = sql`(
    select same.reason, same.note, same.created, profile.email as by
    from seller_report same left join profile on profile.id = same.reporter_id
    where same.seller_id = report.seller_id and same.resolved is null
      and same.recommendation_id is not distinct from report.recommendation_id) one`
  const { rows } = await sql<ReportRow>`
    select report.id, newest.list as newest, reasons.list as reasons, reasons.total as reports,
      ${casePerson(sql`report.seller_id`)} as seller,
      case when recommendation.id is not null then json_build_object(
        'text', recommendation.text, 'reply', recommendation.reply,
        'writer', ${casePerson(sql`recommendation.writer_id`)}, 'deleted', recommendation.deleted is not null,
        'hidden', recommendation.hidden is not null, 'replyHidden', recommendation.reply_hidden is not null
      ) end as recommendation
    from seller_report report left join recommendation on recommendation.id = report.recommendation_id
    ${reportLists(reports)}
    where report.id = any(${ids}::uuid[])`.execute(connection)
  return rows.map(toFacts)
}

function toFacts({ seller, recommendation, ...row }: ReportRow): CaseFacts {
  if (!recommendation)
    return { ...row, title: seller.name, about: '', people: [seller], texts: [], decisions: ['approve'] }
  const { writer, text, reply, hidden, replyHidden, deleted } = recommendation
  const canHide = !hidden && !deleted
  const canHideReply = reply !== '' && !replyHidden && !deleted
  return {
    ...row,
    title: writer.name,
    about: t('A recommendation of {name}', { name: seller.name }),
    people: [writer, seller],
    texts: [
      { by: writer.name, text: text || t('Deleted by its writer'), photos: [] },
      ...(reply ? [{ by: seller.name, text: reply, photos: [] }] : []),
    ],
    decisions: [
      'approve',
      ...(canHide ? (['hide'] as const) : []),
      ...(canHideReply ? (['hide-reply'] as const) : []),
    ],
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
