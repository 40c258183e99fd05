/**
 * Runs the jobs that wait in the database, inside the server's process. What is done is the tasks' business; here it is
 * made sure that it goes on: when the database was away, when another process died with its jobs, until this one stops.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type Runner, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import pTimeout from 'p-timeout'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { queueLog } from './queue-log.ts'
import { releaseStaleLocks } from './stale-locks.ts'

export type Tasks = TaskList

export type JobRunnerOptions = {
  connectionString: string
  tasks: Tasks
  /** In cron's own form, in UTC: a line for each task that is run by the clock. */
  crontab?: string
  log: Logger
}

export type JobRunner = {
  /** Takes no more jobs and waits some seconds for those under way; what is then not done is left to the next. */
  stop: () => Promise<void>
}

const concurrency = 2
/** One to listen, one to say that we live, and one for each job. */
const connections = 2 + concurrency
const restartAfterMs = 2000
const finishMs = 5000

export function startJobs({ connectionString, tasks, crontab, log }: JobRunnerOptions): JobRunner {
  const pool = openPool(connectionString, log)
  const stopping = new AbortController()
  let runner: Runner | null = null
  // Each pool of workers has a name, under which it locks jobs.
  let name = ''

  const runOnePool = async () => {
    const events: WorkerEvents = new EventEmitter()
    const locks = releaseStaleLocks(pool, log)
    events.on('pool:create', ({ workerPool }) => {
      name = workerPool.id
      locks.workAs(name)
    })
    try {
      runner = await run({
        ...shared(pool, log),
        events,
        concurrency,
        pollInterval: 1000,
        taskList: tasks,
        ...(crontab ? { crontab } : { parsedCronItems: [] }),
      })
      if (stopping.signal.aborted) await runner.stop()
      await runner.promise
    } finally {
      runner = null
      await locks.stop()
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await runOnePool().catch((error: Error) => log.warn(`Jobs are not run just now (${error.message}).`))
      await delay(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    async stop() {
      stopping.abort()
      await settle(Promise.all([runner?.stop(), running]), finishMs)
      // What is still under way is given back for the next process, whose turn it may be at once.
      if (runner) await settle(pool.query('select graphile_worker.force_unlock_workers($1)', [[name]]), 1000)
      await settle(pool.end(), 1000)
    },
  }
}

/** Waits for `work` to succeed or fail, but no longer than this. */
const settle = (work: Promise<unknown>, milliseconds: number) =>
  pTimeout(work, { milliseconds, message: false }).catch(() => {})

/** Runs every job that is due now, and those that become due meanwhile, one after the other. */
export async function runDueJobs({ connectionString, tasks, log }: JobRunnerOptions): Promise<void> {
  const pool = openPool(connectionString, log)
  const isDue = async () => {
    const { rows } = await pool.query(
      'select from graphile_worker.jobs where run_at <= now() and locked_at is null and attempts < max_attempts limit 1',
    )
    return rows.length > 0
  }
  try {
    while (await isDue()) await runOnce({ ...shared(pool, log), concurrency: 1, taskList: tasks })
  } finally {
    await pool.end()
  }
}

const shared = (pool: pg.Pool, log: Logger) => ({
  pgPool: pool,
  logger: queueLog(log),
  // The server decides when to stop; the queue would end the process by itself.
  noHandleSignals: true,
  // Otherwise the promise of noting a job's end is dropped: were the database away just then, the process would end.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
})

function openPool(connectionString: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: 5000,
    // A machine that vanished is noticed by the database in half a minute, and its jobs go to another.
    options: '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  })
  const onLost = (error: Error) => {
    if (!pool.ending) log.warn(`A database connection of the jobs was lost (${error.message}).`)
  }
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}
