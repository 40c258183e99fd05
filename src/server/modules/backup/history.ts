import { sql } from 'kysely'
import type { Connection, Database } from '../../platform/database/database.ts'

/** A failed run has no `bytes`; a successful one has no `error`. */
export type BackupRun = {
  started: Date
  location: string
  scheduled: boolean
  encrypted: boolean
  bytes: number | null
  error: string
}

const keptRuns = 200

export async function recordRun({ kysely }: Database, run: BackupRun) {
  await kysely
    .insertInto('backup_run')
    .values({ ...run, started: run.started.toISOString(), error: run.error.slice(0, 1000) })
    .execute()
  await sql`
    delete from backup_run where id < (select min(id) from (select id from backup_run order by id desc limit ${keptRuns}) kept)
      and id <> (select coalesce(max(id), 0) from backup_run where error = '')`.execute(kysely)
}

export type LastRuns = Awaited<ReturnType<typeof findLastRuns>>

/** Returns the latest successful run, and the latest failure if no backup succeeded after it. */
export async function findLastRuns(connection: Connection) {
  const runs = connection.selectFrom('backup_run').orderBy('started', 'desc')
  const success = await runs
    .select(['started as at', 'location', 'bytes', 'encrypted'])
    .where('error', '=', '')
    .executeTakeFirst()
  const failure = await runs.select(['started as at', 'error']).where('error', '<>', '').executeTakeFirst()
  return {
    success: success ? { ...success, bytes: success.bytes ?? 0 } : null,
    failure: failure && (!success || failure.at > success.at) ? failure : null,
  }
}
