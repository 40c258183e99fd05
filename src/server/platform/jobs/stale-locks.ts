/**
 * Frees the jobs of workers that died. The queue would keep them locked for four hours. A worker lives as long as the
 * database has a session under its name: the name goes with the session, and the session with the process.
 */
import type pg from 'pg'
import type { Logger } from '../log.ts'

const lookEveryMs = 15_000
/** A lock younger than this may be of a worker whose session is still being opened, or opened again. */
const grace = '10 seconds'

const freeJobsOfTheDead = `
  select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
  from graphile_worker.jobs
  where locked_at < now() - interval '${grace}'
    and not exists (
      select from pg_stat_activity where datname = current_database() and application_name = locked_by
    )
  having count(*) > 0`

export type LockWatch = {
  /** From now on this process is the worker of this name, and looks after the others. */
  workAs: (name: string) => void
  stop: () => Promise<void>
}

export function releaseStaleLocks(pool: pg.Pool, log: Logger): LockWatch {
  let session: pg.PoolClient | null = null
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  const openSession = async (name: string): Promise<pg.PoolClient> => {
    const opened = await pool.connect()
    const forget = () => {
      if (session !== opened) return
      session = null
      opened.release(true)
    }
    opened.once('error', forget)
    session = opened
    await opened.query(`select set_config('application_name', $1, false)`, [name])
    return opened
  }
  const look = async (name: string) => {
    try {
      const opened = session ?? (await openSession(name))
      const { rowCount } = await opened.query(freeJobsOfTheDead)
      if (rowCount) log.warn('The jobs of a worker that died were freed.')
    } catch (error) {
      session?.release(true)
      session = null
      log.warn(`Jobs of workers that died could not be looked for (${(error as Error).message}).`)
    }
  }

  return {
    workAs(name) {
      looking = look(name)
      timer = setInterval(() => {
        looking = looking.then(() => look(name))
      }, lookEveryMs)
    },
    async stop() {
      clearInterval(timer)
      await looking
      // Not back into the pool: the name must not outlive the worker.
      session?.release(true)
      session = null
    },
  }
}
