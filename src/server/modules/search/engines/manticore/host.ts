/** One server: its connections, and which index it has. */
import { createPool } from 'mysql2/promise'
import type { HostSettings } from '../../../../config/search-url.ts'

/** A server that does not respond for this long may be lost. Its statements end earlier (`maxReadMs`). */
const answerMs = 2_000
const writeMs = 60_000
const connections = 8

/** Rows of text: all numbers are read by their column's meaning. */
export type Rows = (string | null)[][]

export type Host = ReturnType<typeof createHost>

export function createHost({ host, port, user, password, tls, shards }: HostSettings) {
  const pool = createPool({
    host,
    port,
    user,
    password,
    ssl: tls ? {} : undefined,
    connectionLimit: connections,
    connectTimeout: answerMs,
    multipleStatements: true,
    // Statements have no placeholders.
    queryFormat: (sql) => sql,
    rowsAsArray: true,
    typeCast: (field) => field.string(),
  })
  const name = `${host}:${port}`
  return {
    name,
    shards,
    /** Runs statements that read, in one batch, and returns the rows of each. */
    async read(statements: readonly string[]): Promise<Rows[]> {
      const results = await send(statements.join(';'), answerMs)
      return (statements.length === 1 ? [results] : results) as Rows[]
    },
    /** Runs a statement that writes: the server accepts one at a time. */
    async write(statement: string): Promise<void> {
      await send(statement, writeMs)
    },
    /** Connections to a lost server cannot be closed politely. */
    close: () => pool.end().catch(() => {}),
  }

  /** Rejects after `ms`, also if all connections are in use until then. */
  function send(sql: string, ms: number): Promise<unknown> {
    const timeout = AbortSignal.timeout(ms)
    const { promise, reject } = Promise.withResolvers<never>()
    timeout.addEventListener('abort', () => reject(timeout.reason))
    return Promise.race([promise, run(sql, timeout, promise)])
  }

  async function run(sql: string, timeout: AbortSignal, timedOut: Promise<never>): Promise<unknown> {
    const connection = await pool.getConnection()
    try {
      timeout.throwIfAborted()
      const [results] = await Promise.race([connection.query(sql), timedOut])
      connection.release()
      return results
    } catch (error) {
      // The response to a late statement would be taken for that to the next one.
      if (isRejected(error)) connection.release()
      else connection.destroy()
      throw error
    }
  }
}

/** Whether the server understood what it got, and rejected it. */
export const isRejected = (error: unknown): boolean => (error as { errno?: number }).errno === 1_064

/** Whether the server did not respond in time. */
export const isTimeout = (error: unknown): boolean => (error as Error).name === 'TimeoutError'
