import type { Database } from '../../platform/database/database.ts'
import { type AuditActor, recordAudit } from '../audit/service.ts'

/** The words that admins choose from when they hide or remove a listing, in their order. */
export async function listReasons({ kysely }: Pick<Database, 'kysely'>): Promise<string[]> {
  const rows = await kysely.selectFrom('removal_reason').select('text').orderBy('position').execute()
  return rows.map(({ text }) => text)
}

export async function setReasons({ kysely }: Database, actor: AuditActor, reasons: string[]): Promise<void> {
  await kysely.transaction().execute(async (tx) => {
    const before = await listReasons({ kysely: tx })
    await tx.deleteFrom('removal_reason').execute()
    await tx
      .insertInto('removal_reason')
      .values(reasons.map((text, position) => ({ text, position })))
      .execute()
    const target = { type: 'reasons' as const, id: 'all' }
    await recordAudit(tx, actor, [{ action: 'reasons.change', target, before, after: reasons }])
  })
}
