/**
 * Stores what admins change of topics or places. Its audit entry is written in the same transaction, and says all that undoing it needs.
 */

import { sql } from 'kysely'
import type { AuditAction } from '../../../shared/audit-actions.ts'
import { AppError } from '../../../shared/errors.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { type AuditActor, type AuditEntryRow, actorOf, recordAudit } from '../audit/service.ts'
import { raiseCatalogRevision, type Settings } from '../settings/service.ts'
import type { EntryKind } from './entry-kind.ts'
import { type Entry, outcomeOf, type Step } from './steps.ts'

type Change<Item extends Entry> = {
  action: AuditAction
  /** The id of an entry, or what else was changed. */
  target: string
  step: Step<Item>
  undoes?: number
}

/** Runs `work` while nobody else changes the catalog. */
export const whileUnchanged = <Result>(
  { kysely }: Database,
  work: (tx: Connection) => Promise<Result>,
): Promise<Result> =>
  kysely.transaction().execute(async (tx) => {
    await sql`select from site_revision for update`.execute(tx)
    return work(tx)
  })

type Options = { database: Database; settings: Settings }

export function createEntryChanges<Item extends Entry>(
  { database, settings }: Options,
  kind: EntryKind<Item>,
) {
  /**
   * Stores what `plan` returns for the entries as they are: all, or those around these ids. Returns the id of the audit entry; null if
   * nothing changed.
   */
  async function change(
    ctx: AuthedContext | AuditActor,
    ids: readonly number[],
    plan: (entries: Item[], tx: Connection) => Promise<Change<Item>>,
  ): Promise<number | null> {
    const actor = 'profileId' in ctx ? ctx : await actorOf(database, ctx)
    const id = await whileUnchanged(database, async (tx) => {
      const entries = await kind.read(tx, ids)
      return store(tx, actor, entries, await plan(entries, tx))
    })
    await settings.refresh()
    return id
  }

  async function store(tx: Connection, actor: AuditActor, entries: Item[], { step, ...entry }: Change<Item>) {
    const { changedMeanwhile, cannotUndo, inUse } = kind.sentences
    const changedSince = entry.undoes === undefined ? changedMeanwhile : cannotUndo
    const { stored, deleted } = outcomeOf(entries, step, kind.requireRules, changedSince)
    if (stored.length === 0 && deleted.length === 0) return null
    const areDeleted = await kind.remove(tx, deleted).catch((error: { code?: unknown }) => {
      if (error.code !== foreignKeyViolation) throw error
      return false
    })
    if (!areDeleted) throw new AppError('conflict', t(inUse))
    await kind.store(tx, stored)
    await raiseCatalogRevision(tx)
    const { action, target: id, undoes } = entry
    const event = { action, target: { type: kind.target, id }, ...step }
    const [entryId = null] = await recordAudit(tx, actor, [
      undoes === undefined ? event : { ...event, undoes },
    ])
    return entryId
  }

  return {
    change,
    /** Undoes an audit entry. */
    async undo(actor: AuditActor, { id: undoes, action, targetId, before, after }: AuditEntryRow) {
      const step = { before: after, after: before } as Step<Item>
      const ids = [...step.before, ...step.after].flatMap(({ id, parent }) => (parent ? [id, parent] : id))
      await change(actor, ids, async () => ({ action, target: targetId, step, undoes }))
    },
  }
}

const foreignKeyViolation = '23503'
