/** Measures the connection pool and every query that runs on it, whichever library sends it. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Metrics } from './metrics.ts'

/** Called when a query is sent; returns what to call when it has ended. */
export type QueryObserver = (text: string) => (error?: unknown) => void

const operations = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'])

/** Returns the kind of a statement by its first word. */
export function operationOf(text: string): string {
  const word = /^\s*(\w{1,12})/.exec(text)?.[1]?.toLowerCase() ?? ''
  return operations.has(word) ? word : 'other'
}

/** Returns an observer that counts queries and their durations. */
export function countQueries({ queryDuration, queryErrors }: Metrics): QueryObserver {
  const durations = new Map<string, (seconds: number) => void>()
  const durationOf = (operation: string) => {
    const observe = durations.get(operation) ?? queryDuration.labels(operation).observe
    durations.set(operation, observe)
    return observe
  }
  return (text) => {
    const started = performance.now()
    return (error) => {
      durationOf(operationOf(text))((performance.now() - started) / 1000)
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

type Callback = (error: unknown, ...results: unknown[]) => unknown
type Query = (...args: unknown[]) => unknown

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

function observeClient(client: pg.PoolClient, observers: QueryObserver[]) {
  // pg has no hook for queries. Its overloads cannot be expressed by a function that passes on any arguments.
  const query = client.query.bind(client) as Query
  client.query = ((...args: unknown[]) => {
    const text = textOf(args[0])
    // A stream or cursor ends when its reader is done with it, so its duration says nothing about the database.
    if (text === null) return query(...args)
    const ends = observers.map((observe) => observe(text))
    const end = (error?: unknown) => {
      for (const endOne of ends) endOne(error)
    }
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const observed: Callback = (error, ...results) => {
        end(error)
        return (callback as Callback)(error, ...results)
      }
      return query(...args.slice(0, -1), observed)
    }
    const result = query(...args)
    if (result instanceof Promise) result.then(() => end(), end)
    return result
  }) as typeof client.query
}

function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || 'submit' in query) return null
  return 'text' in query && typeof query.text === 'string' ? query.text : null
}
