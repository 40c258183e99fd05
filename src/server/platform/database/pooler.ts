/**
 * Detects a connection pooler between the server and PostgreSQL, such as PgBouncer, and what a session can rely on behind
 * it.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { withClient } from './session-settings.ts'

export type Pooler = {
  /** `session`: a direct connection, or a pooler that gives each client its own session. */
  mode: 'session' | 'transaction'
  /** Whether a named prepared statement can be used again in another transaction. */
  keepsStatements: boolean
}

const direct: Pooler = { mode: 'session', keepsStatements: true }
/** Another client may take the session in between, which proves nothing. */
const attempts = 3
/** invalid_sql_statement_name and duplicate_prepared_statement */
const lostStatementCodes = new Set(['26000', '42P05'])

export function inspectPooler(url: string): Promise<Pooler> {
  return withClient(url, async (client) => {
    // A pooler invents the process ids that it sends to its clients.
    if (Number(processIdOf(client)) === (await backendOf(client))) return direct
    return withClient(url, async (other) => {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const pooler = await inspect(client, other)
        if (pooler.mode === 'transaction') return pooler
      }
      return direct
    })
  })
}

/** Makes a pooler in transaction mode use another session for the second query: the first one is taken. */
async function inspect(client: pg.Client, other: pg.Client): Promise<Pooler> {
  const name = `corkboard_probe_${randomUUID()}`
  try {
    const first = await backendOf(client, name)
    await other.query('begin')
    const second = await backendOf(client, name)
    return first === second ? direct : { mode: 'transaction', keepsStatements: true }
  } catch (error) {
    if (!isLostStatement(error)) throw error
    return { mode: 'transaction', keepsStatements: false }
  } finally {
    await other.query('rollback').catch(() => {})
  }
}

const isLostStatement = (error: unknown) =>
  error instanceof pg.DatabaseError && lostStatementCodes.has(error.code ?? '')

async function backendOf(client: pg.Client, name?: string): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>({
    ...(name && { name }),
    text: 'select pg_backend_pid() as pid',
  })
  return rows[0]?.pid
}

/** An undocumented property of pg. */
const processIdOf = (client: pg.Client): unknown => Reflect.get(client, 'processID')
