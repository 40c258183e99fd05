/** Runs something in one of several processes: another one takes over when the first ends. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { limitLines } from '../logging/limit-lines.ts'

export type Running = { stop: () => Promise<void> }

type Options = {
  /** Connects to PostgreSQL itself, not to a pooler: the lock belongs to a session. */
  connectionString: string
  /** The number of the advisory lock that the process holds. */
  lock: number
  /** What runs, for the log, such as `The feed of the search servers`. */
  name: string
  start: () => Promise<Running>
  log: Logger
}

const retryMs = 5_000

/** Calls `start` in the process that gets the lock. What runs stops when the connection to the database ends, and then starts again. */
export function runInOneProcess({ connectionString, lock, name, start, log }: Options): Running {
  const stopping = new AbortController()
  const { signal } = stopping
  const limited = limitLines(log)

  async function lead() {
    const client = new pg.Client({ connectionString })
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    try {
      await client.connect()
      const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lock])
      if (!rows[0]?.locked) return
      const running = await start()
      await ended
      await running.stop()
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function leadUntilStopped() {
    while (!signal.aborted) {
      // If the database is away, another process may lead when it is back.
      await lead().catch((error: unknown) =>
        limited.warn({ err: error }, `${name} has failed. It starts again in a few seconds.`),
      )
      await delay(retryMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const leading = leadUntilStopped()
  return {
    async stop() {
      stopping.abort()
      await leading
    },
  }
}
