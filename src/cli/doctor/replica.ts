/** Whether DATABASE_REPLICA_URL is a replica of this database that visitors can read. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '../../server/config/environment.ts'
import { type Database, openDatabase } from '../../server/platform/database/database.ts'
import { createLogger } from '../../server/platform/log.ts'
import { type Finding, type Findings, ok, problem, reasonOf } from './check.ts'

const pollMs = 100

export async function checkReplica(
  primary: Database,
  { replica }: Pick<Config, 'replica'>,
): Promise<Findings> {
  if (!replica) return []
  const { url, maxLagSeconds } = replica
  const { host } = new URL(url)
  const database = openDatabase({
    connectionString: url,
    timeZone: 'UTC',
    connections: 1,
    log: createLogger('silent'),
  })
  try {
    const system = await systemOf(database)
    if (system?.id !== (await systemOf(primary))?.id)
      return problem(
        `The server of DATABASE_REPLICA_URL (${host}) is not a copy of the database.`,
        'Set DATABASE_REPLICA_URL to a streaming replica of the PostgreSQL of DATABASE_URL.',
      )
    if (!system?.isReplica)
      return problem(
        `The server of DATABASE_REPLICA_URL (${host}) is a primary, not a replica.`,
        'Correct DATABASE_REPLICA_URL, or let that server follow the primary.',
      )
    return await compare(primary, database, maxLagSeconds)
  } catch (error) {
    return problem(
      `The replica of DATABASE_REPLICA_URL (${host}) cannot be read: ${reasonOf(error)}`,
      'Check that it is running, and the host, user, and password in DATABASE_REPLICA_URL. Meanwhile all reads go to the primary.',
    )
  } finally {
    await database.close()
  }
}

/** A replica has the identifier of its primary. */
async function systemOf({ kysely }: Database) {
  const { rows } = await sql<{ id: string; isReplica: boolean }>`
    select system_identifier::text as id, pg_is_in_recovery() as "isReplica"
    from pg_control_system()`.execute(kysely)
  return rows[0]
}

/** Waits until the replica has what the primary has written by now. */
async function compare(primary: Database, replica: Database, maxLagSeconds: number): Promise<Finding> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn()::text as position`.execute(primary.kysely)
  const start = performance.now()
  const secondsPassed = () => (performance.now() - start) / 1000
  while (secondsPassed() <= maxLagSeconds) {
    const { rows: reached } = await sql<{ result: boolean }>`
      select coalesce(pg_last_wal_replay_lsn() >= ${rows[0]?.position}::pg_lsn, false)
        as result`.execute(replica.kysely)
    if (reached[0]?.result) return ok(`The replica is ${secondsPassed().toFixed(1)} seconds behind.`)
    await delay(pollMs)
  }
  return problem(
    `The replica is more than ${maxLagSeconds} seconds behind, so all reads go to the primary.`,
    'See pg_stat_replication on the primary and the log of the replica, or raise DATABASE_REPLICA_MAX_LAG.',
  )
}
