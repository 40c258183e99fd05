/** The database that the settings name, else the PostgreSQL that comes along; and everything that must be in it. */

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

export type RunningDatabase = {
  database: Database
  /** Where it is, with its password. */
  connectionString: string
  /** What it is, for people: `PostgreSQL 18.1 in /srv/corkboard/data`. */
  description: string
  /** Settles only when the database can no longer be kept running. */
  failed: Promise<Error>
  /** For work on the whole database: on connections whose statements may take as long as they need. */
  withoutStatementTimeout: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>
  stop: () => Promise<void>
}

/** For the server, which owns the embedded database while it runs. Throws when another server owns it. */
export async function startDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  if (config.databaseUrl) return connect(config, log, config.databaseUrl, null)
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return connect(config, log, embedded.connectionString, embedded)
}

/** For commands, which work while the server runs and while it does not. */
export async function connectForCommand(config: Config, log: Logger): Promise<RunningDatabase> {
  const running = config.databaseUrl ?? (await attachEmbeddedPostgres({ dataDir: config.dataDir }))
  return running ? connect(config, log, running, null) : startDatabase(config, log)
}

type Embedded = { failed: Promise<Error>; stop: () => Promise<void> }

async function connect(
  config: Config,
  log: Logger,
  connectionString: string,
  embedded: Embedded | null,
): Promise<RunningDatabase> {
  const settings = { connectionString, timeZone: config.product.timeZone, log }
  const database = openDatabase(settings)
  try {
    const version = await database.version()
    return {
      database,
      connectionString,
      description: `PostgreSQL ${version} ${embedded ? `in ${config.dataDir}` : `at ${new URL(connectionString).host}`}`,
      failed: embedded?.failed ?? new Promise<Error>(() => {}),
      async withoutStatementTimeout(work) {
        const patient = openDatabase({ ...settings, connections: 2, statementTimeoutMs: 0 })
        try {
          return await work(patient)
        } finally {
          await patient.close()
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

/** Brings the database up to this version of the program. Answers what was done, for the log. */
export async function prepareDatabase(database: Database, { demo }: Pick<Config, 'demo'>, log: Logger) {
  const migrations = await migrate(database)
  if (migrations.length > 0) log.info({ migrations }, 'The database was brought up to date.')
  if (await loadCatalog(database)) log.info('The categories and places were loaded.')
  const isNew = migrations.some((name) => name.startsWith('0001_'))
  if (isNew && demo) log.info({ listings: await loadDemo(database) }, 'The demo listings were loaded.')
}
