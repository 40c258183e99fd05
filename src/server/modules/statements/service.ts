/**
 * Statements: what a person reads about a decision on their ad or account, and what they can say against it. The code that decides calls these in
 * the same transaction; what a decision does is theirs. An ad has at most one open statement: a later decision replaces an earlier one.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { AppError, notFound } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import { appeals } from '../../../shared/messages/forms.ts'
import { statementPath } from '../../../shared/paths.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { AppealOutcome, StatementKind } from '../../../shared/statements.ts'
import { t } from '../../../shared/translate.ts'
import { type Connection, type Database, isoTimestamp } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Notifications } from '../notifications/service.ts'
import { appealLimit, listStatements } from './queries.ts'

export type NewStatement = {
  /** Whom it is for. */
  profileId: string
  /** None for accounts. */
  listing?: { id: string; kind: Kind; title: string }
  kind: StatementKind
  /** What an admin wrote, or the name of a rule in `automaticRules`. */
  rule: string
  /** The profile of the admin; null if a rule decided. Its person never learns who. */
  decidedBy: string | null
  /** The audit entry of the decision, by which it can be undone. */
  entryId?: number | null
  /** When the decision ends by itself. */
  ends?: Date | null
}

/** What ends: the open statement about an ad, or the suspension of a person. */
type Ending = ({ listingId: string } | { suspensionOf: string }) & {
  entryId?: number | null
  /** The admin who ends it, and with it decides an open appeal. */
  by?: string | null
}

type Options = { notifications: Notifications; settings: CurrentSettings }
export type Statements = ReturnType<typeof createStatements>

/** What an appeal decides. */
export type AppealDecision = { outcome: AppealOutcome; by: string | null; reason: string }

export function createStatements({ notifications, settings }: Options) {
  /** Emails the author of the appeal, and the people who reported the ad or the person. */
  async function tellOutcome(tx: Connection, statementId: string, { outcome, reason }: AppealDecision) {
    const { rows } = await sql<{
      kind: StatementKind
      title: string
      name: string
      email: string
      reporters: { name: string; email: string }[]
    }>`
      select statement.kind, statement.title, profile.name, profile.email, coalesce((
        select json_agg(json_build_object('name', reporter.name, 'email', reporter.email) order by reporter.id)
        from profile reporter join account on account.id = reporter.account_id
        where account.suspended_at is null and account.email_verified and reporter.id <> statement.profile_id and reporter.id in (
          select reporter_id from report where listing_id = statement.listing_id and report.created < appeal.created
          union all
          select reporter_id from seller_report
          where statement.kind = 'suspension' and seller_id = statement.profile_id and seller_report.created < appeal.created)
      ), '[]') as reporters
      from statement join appeal on appeal.statement_id = statement.id
      join profile on profile.id = statement.profile_id
      where statement.id = ${statementId}`.execute(tx)
    const [about] = rows
    if (!about) return
    const { kind, title, name, email, reporters } = about
    const link = statementPath(statementId)
    await notifications.moderated(tx, 'appeal-decided', email, { name, kind, title, outcome, reason, link })
    for (const { name, email } of reporters)
      await notifications.moderated(tx, 'appeal-reported', email, { name, kind, title, outcome })
  }

  async function closeAppeal(tx: Connection, statementId: string, decision: AppealDecision) {
    const { rows } = await sql`
      update appeal set decided = now(), decided_by = ${decision.by}, outcome = ${decision.outcome}, reason = ${decision.reason}
      where statement_id = ${statementId} and decided is null returning statement_id`.execute(tx)
    if (rows.length > 0) await tellOutcome(tx, statementId, decision)
    return rows.length > 0
  }

  /** Closes the appeal of what has ended. Returns whether this transaction tells its outcome. */
  async function hearsOutcome(tx: Connection, statementId: string, by: string | null): Promise<boolean> {
    if (await closeAppeal(tx, statementId, { outcome: 'reversed', by, reason: '' })) return true
    const { rows } = await sql`
      select from appeal where statement_id = ${statementId} and decided = now()`.execute(tx)
    return rows.length > 0
  }

  /** Ends the open statement. Returns its id. */
  async function end(tx: Connection, { entryId = null, ...which }: Ending): Promise<string | null> {
    const isMeant =
      'listingId' in which
        ? sql`listing_id = ${which.listingId}`
        : sql`profile_id = ${which.suspensionOf} and kind = 'suspension'`
    const { rows } = await sql<{ id: string }>`
      update statement set ended = now(), ended_entry_id = ${entryId} where ended is null and ${isMeant}
      returning id`.execute(tx)
    return rows[0]?.id ?? null
  }

  /** The appeal waits on, against the other statement. */
  const moveAppeal = (tx: Connection, from: string, to: string) =>
    sql`update appeal set statement_id = ${to} where statement_id = ${from} and decided is null
      and not exists (select from appeal other where other.statement_id = ${to})`.execute(tx)

  return {
    /** Stores a statement and emails it. Returns its id. */
    async createStatement(tx: Connection, statement: NewStatement): Promise<string> {
      const { profileId, listing, kind, rule, decidedBy, entryId = null, ends = null } = statement
      const id = uuid()
      const replaced = listing ? await end(tx, { listingId: listing.id, entryId }) : null
      const { rows } = await sql<{ created: string; appealUntil: string; email: string; name: string }>`
        with added as (
          insert into statement (id, profile_id, listing_id, title, kind, rule, automatic, decided_by, entry_id, ends)
          values (${id}, ${profileId}, ${listing?.id ?? null}, ${listing?.title ?? ''}, ${kind}, ${rule}, ${decidedBy === null},
            ${decidedBy}, ${entryId}, ${ends})
          returning created, ${appealLimit} as appeal_until
        )
        select ${isoTimestamp(sql`added.created`)} as created, ${isoTimestamp(sql`added.appeal_until`)} as "appealUntil",
          profile.email, profile.name
        from added, profile where profile.id = ${profileId}`.execute(tx)
      if (replaced) await moveAppeal(tx, replaced, id)
      const [added] = rows
      if (!added) throw new Error('A statement needs a profile.')
      const { email, ...facts } = added
      await notifications.moderated(tx, `statement-${kind}`, email, {
        ...facts,
        title: listing?.title ?? '',
        rule,
        automatic: decidedBy === null,
        ends: ends?.toISOString() ?? null,
        timeZone: settings().timeZone,
        link: statementPath(id),
      })
      return id
    },

    /**
     * Ends what the site decided about an ad or an account, and an appeal of it. Returns whether its person heard so by the outcome of
     * their appeal.
     */
    async endStatement(tx: Connection, ending: Ending): Promise<boolean> {
      const id = await end(tx, ending)
      if (id === null) return false
      return hearsOutcome(tx, id, ending.by ?? null)
    },

    /** Ends what an audit entry began, and opens again what it ended. Returns whether its person heard so by the outcome of an appeal. */
    async undoEntry(
      tx: Connection,
      entryId: number,
      undo: { entryId: number; by: string },
    ): Promise<boolean> {
      const { rows: begun } = await sql<{ id: string }>`
        update statement set ended = now(), ended_entry_id = ${undo.entryId} where entry_id = ${entryId} and ended is null
        returning id`.execute(tx)
      const { rows: reopened } = await sql<{ id: string }>`
        with reopened as (
          update statement set ended = null, ended_entry_id = null
          from (select id, ended from statement where ended_entry_id = ${entryId}) was where was.id = statement.id
          returning statement.id, was.ended
        ), appealed as (
          update appeal set decided = null, decided_by = null, outcome = null, reason = ''
          from reopened where statement_id = reopened.id and decided = reopened.ended
        )
        select id from reopened`.execute(tx)
      let isTold = false
      for (const { id } of begun) {
        const [earlier] = reopened
        if (earlier) await moveAppeal(tx, id, earlier.id)
        if (await hearsOutcome(tx, id, undo.by)) isTold = true
      }
      return isTold
    },

    closeAppeal,

    /** Opens an appeal again after which the decision stood. */
    async reopenAppeal(tx: Connection, statementId: string): Promise<void> {
      const { rows } = await sql`
        update appeal set decided = null, decided_by = null, outcome = null, reason = ''
        where statement_id = ${statementId} and outcome = 'upheld' returning statement_id`.execute(tx)
      if (rows.length === 0) throw notFound('appeal')
    },
  }
}

type AppealOptions = { database: Database; rateLimiter: RateLimiter }

/** What people do about statements of their own. */
export function createAppeals({ database, rateLimiter }: AppealOptions) {
  return {
    list: async ({ accountId }: Viewer) => ({ statements: await listStatements(database, accountId) }),

    async appeal({ accountId }: Viewer, id: string, text: string): Promise<void> {
      await rateLimiter.consume('reportByAccount', accountId)
      await database.kysely.transaction().execute(async (tx) => {
        const { rows } = await sql<{ ended: boolean; late: boolean; appealed: boolean }>`
          select statement.ended is not null as ended, ${appealLimit} < now() as late,
            exists (select from appeal where statement_id = statement.id) as appealed
          from statement join profile on profile.id = statement.profile_id
          where statement.id = ${id} and profile.account_id = ${accountId} for update of statement`.execute(
          tx,
        )
        const [found] = rows
        if (!found) throw notFound('decision')
        if (found.appealed) throw new AppError('conflict', t(appeals.twice))
        if (found.ended) throw new AppError('conflict', t(appeals.ended))
        if (found.late) throw new AppError('conflict', t(appeals.late))
        await sql`insert into appeal (statement_id, text) values (${id}, ${text})`.execute(tx)
      })
    },
  }
}
