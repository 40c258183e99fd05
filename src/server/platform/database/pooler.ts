/** Opens a database that may be behind a pooler such as PgBouncer, and detects what a session can rely on there. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../../config/start-error.ts'
import {
  type Database,
  type DatabaseOptions,
  defaultStatementTimeoutMs,
  openDatabase,
  zoneOf,
} from './database.ts'
import { missingSettings, saveForRole, sessionSettings, withClient } from './session-settings.ts'

type PooledOptions = Pick<DatabaseOptions, 'connectionString' | 'timeZone' | 'log' | 'connections'> & {
  /** The URL of PostgreSQL itself, if `connectionString` is that of a pooler. */
  directUrl: string | null
}

/** Opens it with patience (`limitWaits`). Behind a pooler in transaction mode, the role has to have the settings. */
export async function openPooledDatabase({ directUrl, ...options }: PooledOptions): Promise<Database> {
  const { connectionString, log } = options
  const settings = sessionSettings(zoneOf(options), defaultStatementTimeoutMs)
  // First, because the pooler keeps the sessions that it opens now.
  if (directUrl) await saveForRole(directUrl, settings)
  const { mode, keepsStatements } = await inspectPooler(connectionString)
  if (mode === 'session') return openDatabase({ ...options, patient: true })
  if (!directUrl) throw new StartError(directUrlMissing)
  const missing = await missingSettings(connectionString, settings)
  if (missing.length > 0) throw new StartError(oldSessions(missing))
  if (!keepsStatements) log.warn(statementsLost)
  return openDatabase({ ...options, patient: true, pooled: true, prepareStatements: keepsStatements })
}

const directUrlMissing =
  'DATABASE_URL is a pooler in transaction mode, such as PgBouncer. Set DATABASE_DIRECT_URL to the URL of PostgreSQL itself, which migrations and jobs need.'

const oldSessions = (missing: string[]) =>
  `The sessions of the pooler in DATABASE_URL have other values of ${missing.join(', ')} than the database role. They were opened before the role was changed: run RECONNECT in PgBouncer's console, or restart PgBouncer.`

const statementsLost =
  'The pooler in DATABASE_URL does not support prepared statements, so PostgreSQL parses and plans every query. PgBouncer supports them from version 1.21 with max_prepared_statements = 250.'

type Pooler = {
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
