/** One server: its connections, and which index it has. */
import { createPool, type PoolConnection } from 'mysql2/promise'
import type { HostSettings } from '../../../../config/search-url.ts'

const connectMs = 3_000
/** A server that does not respond for this long counts as lost. */
const answerMs = 5_000
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
    connectTimeout: connectMs,
    multipleStatements: true,
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

  async function send(sql: string, timeout: number): Promise<unknown> {
    const connection = await pool.getConnection()
    try {
      const [results] = await connection.query({ sql, timeout })
      connection.release()
      return results
    } catch (error) {
      end(connection, error)
      throw error
    }
  }
}

/** After a timeout, the response to the statement would be taken for that to the next one. */
function end(connection: PoolConnection, error: unknown): void {
  if (isRejected(error)) connection.release()
  else connection.destroy()
}

/** Whether the server understood what it got, and rejected it. */
export const isRejected = (error: unknown): boolean => (error as { errno?: number }).errno === 1_064
