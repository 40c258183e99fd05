/** Opens a database that may be behind a pooler such as PgBouncer. */
import { StartError } from '../../config/start-error.ts'
import { type Database, type DatabaseOptions, defaultStatementTimeoutMs, openDatabase } from './database.ts'
import { inspectPooler } from './pooler.ts'
import { missingSettings, saveForRole, sessionSettings } from './session-settings.ts'

type PooledOptions = Pick<DatabaseOptions, 'connectionString' | 'timeZone' | 'log' | 'connections'> & {
  /** The URL of PostgreSQL itself, if `connectionString` is that of a pooler. */
  directUrl: string | null
}

/**
 * Opens it with patience (`limitWaits`). Behind a pooler in transaction mode, a session can rely on nothing that it has set itself: the
 * role has to have it.
 */
export async function openPooledDatabase({ directUrl, ...options }: PooledOptions): Promise<Database> {
  const { connectionString, timeZone, log } = options
  const settings = sessionSettings(timeZone, defaultStatementTimeoutMs)
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
