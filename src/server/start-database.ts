/** Connects to the database of the settings, or starts the embedded PostgreSQL, and prepares its contents. */
import type { Config } from './config/environment.ts'
import { loadCatalog } from './modules/catalog/load-catalog.ts'
import { loadDemo } from './modules/demo/load-demo.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import {
  attachEmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/database/embedded/embedded-postgres.ts'
import { migrate } from './platform/database/migrate.ts'
import type { Logger } from './platform/log.ts'

export type DatabaseConnection = {
  database: Database
  /** Includes the password. */
  connectionString: string
  /** For people, such as `PostgreSQL 18.1 in /srv/corkboard/data`. */
  description: string
  /** Resolves only when the embedded PostgreSQL cannot be kept running. */
  failed: Promise<Error>
  /** Runs `work`, such as a migration, on connections without a statement timeout. */
  withoutStatementTimeout: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>
  stop: () => Promise<void>
}

/** Connects the server, which owns the embedded database while it runs. Throws if another server owns it. */
export async function startDatabase(config: Config, log: Logger): Promise<DatabaseConnection> {
  if (config.databaseUrl) return connect(config, log, config.databaseUrl, null)
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return connect(config, log, embedded.connectionString, embedded)
}

/** Connects a command, whether or not the server is running. */
export async function connectForCommand(config: Config, log: Logger): Promise<DatabaseConnection> {
  const connectionString = config.databaseUrl ?? (await attachEmbeddedPostgres({ dataDir: config.dataDir }))
  return connectionString ? connect(config, log, connectionString, null) : startDatabase(config, log)
}

type Embedded = { failed: Promise<Error>; stop: () => Promise<void> }

async function connect(
  config: Config,
  log: Logger,
  connectionString: string,
  embedded: Embedded | null,
): Promise<DatabaseConnection> {
  const options = { connectionString, timeZone: config.product.timeZone, log }
  const database = openDatabase(options)
  try {
    const version = await database.version()
    return {
      database,
      connectionString,
      description: `PostgreSQL ${version} ${embedded ? `in ${config.dataDir}` : `at ${new URL(connectionString).host}`}`,
      failed: embedded?.failed ?? new Promise<Error>(() => {}),
      async withoutStatementTimeout(work) {
        const maintenance = openDatabase({ ...options, connections: 2, statementTimeoutMs: 0 })
        try {
          return await work(maintenance)
        } finally {
          await maintenance.close()
        }
      },
      async stop() {
        await database.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await database.close()
    await embedded?.stop()
    throw error
  }
}

/** Migrates the database and loads the catalog, and the demo listings into a new database. */
export async function prepareDatabase(database: Database, { demo }: Pick<Config, 'demo'>, log: Logger) {
  const migrations = await migrate(database)
  if (migrations.length > 0) log.info({ migrations }, 'Migrated the database.')
  if (await loadCatalog(database)) log.info('Loaded the categories and places.')
  const isNew = migrations.some((name) => name.startsWith('0001_'))
  if (isNew && demo) log.info({ listings: await loadDemo(database) }, 'Loaded the demo listings.')
}
