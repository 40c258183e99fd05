/** Runs something in one of several processes: another one takes over when the first ends. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../log.ts'

export type Running = { stop: () => Promise<void> }

type Options = {
  /** Of PostgreSQL itself, not of a pooler: the lock belongs to a session. */
  connectionString: string
  /** The number of the advisory lock that the process holds. */
  lock: number
  start: () => Promise<Running>
  log: Pick<Logger, 'warn'>
}

const retryMs = 5_000

/** Starts what `start` starts, in the process that gets the lock. It stops when the connection to the database ends, and is started again. */
export function runInOneProcess({ connectionString, lock, start, log }: Options): Running {
  const stopping = new AbortController()
  const { signal } = stopping

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
        log.warn(
          { err: error },
          'What one process runs for all has failed. It starts again in some seconds.',
        ),
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
