/** Measures the connection pool and every query that runs on it, whichever library sends it. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { observeClient, type QueryObserver } from '../database/observe-queries.ts'
import type { Metrics } from './metrics.ts'

const operations = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'])

/** Returns the kind of a statement by its first word. */
export function operationOf(text: string): string {
  const word = /^\s*(\w{1,12})/.exec(text)?.[1]?.toLowerCase() ?? ''
  return operations.has(word) ? word : 'other'
}

/** Returns an observer that counts queries and their durations. */
export function countQueries({ queryDuration, queryErrors }: Metrics): QueryObserver {
  return (text) => {
    const started = performance.now()
    return (error) => {
      queryDuration.observe({ operation: operationOf(text) }, (performance.now() - started) / 1000)
      if (error) queryErrors.inc({ class: errorClassOf(error) })
    }
  }
}

/** The first two characters of an SQLSTATE say what went wrong, such as 57 for a canceled statement. */
function errorClassOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'connection'
}

export function observePool(pool: pg.Pool, { poolConnections, poolMax, poolWaiting }: Metrics) {
  return () => {
    poolConnections.set({ state: 'idle' }, pool.idleCount)
    poolConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    poolMax.set(pool.options.max ?? 0)
    poolWaiting.set(pool.waitingCount)
  }
}

/** Calls the observers for every query of the pool until the app is closed. */
export function observeQueries(app: FastifyInstance, pool: pg.Pool, observers: QueryObserver[]) {
  const observed = new WeakSet<pg.PoolClient>()
  // Not on 'connect': the pool may have open connections already.
  const onAcquire = (client: pg.PoolClient) => {
    if (observed.has(client)) return
    observed.add(client)
    observeClient(client, observers)
  }
  pool.on('acquire', onAcquire)
  app.addHook('onClose', async () => void pool.off('acquire', onAcquire))
}
