/** Observes every query of a connection, whichever library sends it: measures it, and ends it if it gets no response. */
import type pg from 'pg'

/** Called when a query is sent; returns what to call when it has ended. */
export type QueryObserver = (text: string) => (error?: unknown) => void

type Callback = (error: unknown, ...results: unknown[]) => unknown
type Query = (...args: unknown[]) => unknown

/**
 * Calls the observers for every query of the client, because pg has no hook for queries.
 *
 * Passes a callback to each query. For a query without one, pg assigns a function literal to a property of the query. V8 allocates
 * such functions in the old generation, where they keep all rows of the query until the next full collection.
 */
export function observeClient(client: pg.PoolClient, observers: QueryObserver[]): void {
  const query = client.query.bind(client) as Query

  function send(text: string, args: unknown[], callback: Callback) {
    const ends = observers.map((observe) => observe(text))
    query(...args, (error: unknown, ...results: unknown[]) => {
      for (const end of ends) end(error)
      callback(error, ...results)
    })
  }

  async function request(text: string, args: unknown[]): Promise<unknown> {
    try {
      return await new Promise((resolve, reject) => {
        send(text, args, (error, result) => (error ? reject(error) : resolve(result)))
      })
    } catch (error) {
      // The stack of the error leads to the socket; this one leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  // pg's overloads cannot be expressed by a function that passes on any arguments.
  client.query = ((...args: unknown[]) => {
    const text = textOf(args[0])
    // A stream or cursor ends when its reader is done with it, and takes as long as it takes.
    if (text === null) return query(...args)
    const callback = args.at(-1)
    return typeof callback === 'function'
      ? send(text, args.slice(0, -1), callback as Callback)
      : request(text, args)
  }) as typeof client.query
}

function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || 'submit' in query) return null
  return 'text' in query && typeof query.text === 'string' ? query.text : null
}

/**
 * Closes the connection of a query without a response after this time: PostgreSQL itself cancels slow statements, but a connection
 * may be dead without either side noticing. The query fails with `Query read timeout`. pg's own `query_timeout` would leave the
 * connection in the pool.
 */
export function limitQueries(client: pg.PoolClient, timeoutMs: number): void {
  observeClient(client, [
    () => {
      const timer = setTimeout(closeConnection, timeoutMs, client)
      return () => clearTimeout(timer)
    },
  ])
}

function closeConnection(client: pg.PoolClient) {
  // The types of pg have the connection of a client, but not of a pool's client.
  const { connection } = client as unknown as pg.Client
  connection.stream.destroy(new Error('Query read timeout'))
}
