/**
 * Ends queries that get no response. PostgreSQL itself cancels slow statements, but a connection may be dead without either side
 * noticing.
 */
import type pg from 'pg'

type Callback = (error: Error | null, result?: unknown) => void
type Query = (...args: unknown[]) => unknown

/**
 * Closes the connection of a query without a response after this time; 0 for no limit. The query fails with `Query read timeout`.
 *
 * pg's own `query_timeout` does the same. But for it, and for each query without a callback, pg assigns a function literal to a property
 * of the query. V8 allocates such functions in the old generation, where they keep all rows of the query until the next full
 * collection. This function passes a callback to each query instead.
 */
export function limitQueries(client: pg.PoolClient, timeoutMs: number): void {
  const query = client.query.bind(client) as Query

  function send(args: unknown[], callback: Callback): void {
    const timer = timeoutMs > 0 ? setTimeout(closeConnection, timeoutMs, client) : undefined
    query(...args, (error: Error | null, result: unknown) => {
      clearTimeout(timer)
      callback(error, result)
    })
  }

  async function request(args: unknown[]): Promise<unknown> {
    try {
      return await new Promise((resolve, reject) => {
        send(args, (error, result) => (error ? reject(error) : resolve(result)))
      })
    } catch (error) {
      // The stack of the error leads to the socket; this one leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  // pg's overloads cannot be expressed by a function that passes on any arguments.
  client.query = ((...args: unknown[]) => {
    // A stream ends when its reader is done with it, and takes as long as it takes.
    if (isStream(args[0])) return query(...args)
    const callback = args.at(-1)
    return typeof callback === 'function' ? send(args.slice(0, -1), callback as Callback) : request(args)
  }) as typeof client.query
}

const isStream = (query: unknown) => typeof query === 'object' && query !== null && 'submit' in query

function closeConnection(client: pg.PoolClient) {
  // The types of pg have the connection of a client, but not of a pool's client.
  const { connection } = client as unknown as pg.Client
  connection.stream.destroy(new Error('Query read timeout'))
}
