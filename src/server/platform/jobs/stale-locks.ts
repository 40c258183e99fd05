/**
 * Unlocks the jobs of workers that died, which graphile-worker would keep locked for four hours. A worker is alive as
 * long as the database has a session with its name: the session ends with the process, and the name with the session.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import type { Connection } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { limitLines } from '../logging/limit-lines.ts'

const checkIntervalMs = 15_000
/** The worker of a newer lock may still be opening its session. */
const gracePeriod = '10 seconds'

const unlockDeadWorkers = `
  select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
  from graphile_worker.jobs
  where locked_at < now() - interval '${gracePeriod}'
    and not exists (
      select from pg_stat_activity where datname = current_database() and application_name = locked_by
    )
  having count(*) > 0`

export function releaseStaleLocks(pool: pg.Pool, log: Logger) {
  let session: pg.PoolClient | null = null
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> = Promise.resolve()
  const limited = limitLines(log)

  const openSession = async (name: string): Promise<pg.PoolClient> => {
    const opened = await pool.connect()
    const onError = () => {
      if (session !== opened) return
      session = null
      opened.release(true)
    }
    opened.once('error', onError)
    session = opened
    await opened.query(`select set_config('application_name', $1, false)`, [name])
    return opened
  }
  const check = async (name: string) => {
    try {
      const opened = session ?? (await openSession(name))
      const { rowCount } = await opened.query(unlockDeadWorkers)
      if (rowCount) log.warn('Unlocked the jobs of a worker that died.')
    } catch (error) {
      session?.release(true)
      session = null
      limited.warn(`Cannot check for jobs of workers that died (${(error as Error).message}).`)
    }
  }

  return {
    /** Shows other processes that this worker is alive, and starts checking theirs. */
    registerWorker(name: string) {
      checking = check(name)
      timer = setInterval(() => {
        checking = checking.then(() => check(name))
      }, checkIntervalMs)
    },
    async stop() {
      clearInterval(timer)
      await checking
      // Close the session instead of returning it to the pool: its name must not outlive the worker.
      session?.release(true)
      session = null
    },
  }
}

/** Returns how many servers use the database: each has a session with the name of its worker pool. */
export async function countRunningServers(connection: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name ~ '^pool-[0-9a-f]+$'`.execute(connection)
  return rows[0]?.count ?? 0
}
