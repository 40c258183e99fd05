/** Runs the queued jobs of the database. Survives outages of the database, and takes over the jobs of dead processes. */
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type ParsedCronItem,
  Logger as QueueLogger,
  type Runner,
  run,
  type Task,
  type Worker,
  type WorkerEvents,
} from 'graphile-worker'
import pTimeout from 'p-timeout'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { limitLines } from '../logging/limit-lines.ts'
import { releaseStaleLocks } from './stale-locks.ts'

export type Tasks = Record<string, Task>

type JobRunnerOptions = {
  connectionString: string
  tasks: Tasks
  /** When which of them run by themselves. */
  cronItems?: ParsedCronItem[]
  log: Logger
}

export type JobRunner = ReturnType<typeof startJobs>

const concurrency = 2
/** One to listen for jobs, one to show that this worker is alive, and one per job. */
const connections = 2 + concurrency
const restartAfterMs = 2000
const finishMs = 5000

export function startJobs({ connectionString, tasks, cronItems = [], log }: JobRunnerOptions) {
  const limited = limitLines(log)
  const pool = openPool(connectionString, log)
  const stopping = new AbortController()
  let runner: Runner | null = null
  // The worker pool locks jobs under this name.
  let workerName = ''

  const runWorkerPool = async () => {
    const events: WorkerEvents = new EventEmitter()
    askAgainAfterQueuedJobs(events)
    const staleLocks = releaseStaleLocks(pool, log)
    events.on('pool:create', ({ workerPool }) => {
      workerName = workerPool.id
      staleLocks.registerWorker(workerName)
    })
    try {
      runner = await run({
        ...runnerOptions(pool, log),
        events,
        concurrency,
        pollInterval: 1000,
        taskList: tasks,
        parsedCronItems: cronItems,
      })
      if (stopping.signal.aborted) await runner.stop()
      await runner.promise
    } finally {
      runner = null
      await staleLocks.stop()
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await runWorkerPool().catch((error: Error) =>
        limited.warn(`Jobs cannot run right now (${error.message}).`),
      )
      await delay(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    /** Takes no more jobs and waits a few seconds for running ones. The next process runs those that do not finish. */
    async stop() {
      stopping.abort()
      await settle(Promise.all([runner?.stop(), running]), finishMs)
      // Unlock jobs that are still running, so that the next process can take them at once.
      if (runner)
        await settle(pool.query('select graphile_worker.force_unlock_workers($1)', [[workerName]]), 1000)
      await settle(pool.end(), 1000)
    },
  }
}

/** Waits for `work` to succeed or fail, but no longer than this. */
const settle = (work: Promise<unknown>, milliseconds: number) =>
  pTimeout(work, { milliseconds, message: false }).catch(() => {})

/** The options of graphile-worker on this pool. */
export const runnerOptions = (pool: pg.Pool, log: Logger) => ({
  pgPool: pool,
  logger: createQueueLogger(log),
  // The server handles signals. Otherwise graphile-worker would exit the process itself.
  noHandleSignals: true,
  // With a delay, nobody awaits the promise that records the end of a job, so a database outage would crash the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
})

/** Returns a logger that passes on problems only: each task logs its own success. */
function createQueueLogger(log: Logger) {
  const limited = limitLines(log)
  return new QueueLogger(({ taskIdentifier: task, jobId: job }) => (level, message) => {
    // Without a job, it is about the database, and repeats until that is back.
    const target = task || job ? log : limited
    if (level === 'error') target.error({ task, job }, message)
    if (level === 'warning') target.warn({ task, job }, message)
  })
}

function openPool(connectionString: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: 5000,
    // The database notices within half a minute if this machine disappears, and another one takes its jobs. The role's
    // default may have a timeout for the requests of visitors.
    options:
      '-c statement_timeout=0 -c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  })
  const limited = limitLines(log)
  const onLost = (error: Error) => {
    if (!pool.ending) limited.warn(`Lost a database connection of the job runner (${error.message}).`)
  }
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

const firstNudgeMs = 5
const maxNudgeMs = 500

/**
 * A worker asks for its next job before the queue of its last one is free again, and finds none. It would wait for the next poll, so
 * a queue would run about two jobs a second. This makes it ask again soon.
 */
function askAgainAfterQueuedJobs(events: WorkerEvents): void {
  /** How long each worker waits before it asks again. */
  const delays = new WeakMap<Worker, number>()
  /** These ask for no more jobs. A request of theirs can still be answered. */
  const released = new WeakSet<Worker>()
  events.on('worker:release', ({ worker }) => void released.add(worker))
  events.on('job:complete', ({ worker, job }) => {
    if (job.job_queue_id !== null) delays.set(worker, firstNudgeMs)
  })
  events.on('worker:getJob:empty', ({ worker }) => {
    const delay = delays.get(worker)
    if (delay === undefined) return
    if (delay < maxNudgeMs) delays.set(worker, 2 * delay)
    else delays.delete(worker)
    setTimeout(() => {
      if (!released.has(worker)) worker.nudge()
    }, delay).unref()
  })
}
