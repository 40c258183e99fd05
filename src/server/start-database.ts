/** Connects to the database of the settings, or starts the embedded PostgreSQL. */
import { access, constants } from 'node:fs/promises'
import { sql } from 'kysely'
import { checkSettings, readVariables, type Variables } from '../shared/settings/read.ts'
import { defaultSettings } from '../shared/settings/table.ts'
import type { Config } from './config/environment.ts'
import { exitCodes, StartError } from './config/start-error.ts'
import { openSettings } from './modules/settings/service.ts'
import { requireCompatibleSchema } from './platform/database/compatibility.ts'
import { type Database, openDatabase, poolSize } from './platform/database/database.ts'
import { isCluster, locateCluster } from './platform/database/embedded/cluster.ts'
import {
  attachEmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/database/embedded/embedded-postgres.ts'
import { openPooledDatabase } from './platform/database/pooler.ts'
import { openReplica } from './platform/database/replica.ts'
import { withClient } from './platform/database/session-settings.ts'
import { isDatabaseUnavailable } from './platform/database/unavailable.ts'
import type { Logger } from './platform/log.ts'

export type DatabaseConnection = Awaited<ReturnType<typeof connect>>

/** Connects the server. Starts the embedded database unless the supervisor runs it. Throws if another server owns it. */
export async function startDatabase(
  config: Config,
  log: Logger,
  /** The size of each pool. */
  connections = poolSize(),
): Promise<DatabaseConnection> {
  const options = { config, log, connections }
  const running = config.databaseUrl ?? config.embeddedDatabaseUrl
  if (running) return connect(options, { app: running })
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return connect(options, { app: embedded.appConnectionString, owner: embedded.connectionString }, embedded)
}

/**
 * Connects a command, whether or not the server is running. Throws a StartError if there is no database: a command that
 * created one, because it has other settings than the server, would work on the wrong site.
 */
export async function connectForCommand(config: Config, log: Logger): Promise<DatabaseConnection> {
  if (config.databaseUrl) return startDatabase(config, log)
  await requireCluster(config.dataDir)
  const running = await attachEmbeddedPostgres({ dataDir: config.dataDir })
  return running
    ? connect({ config, log, connections: poolSize() }, { app: running })
    : startDatabase(config, log)
}

/** A command has other settings than the server of a site, or there is no site. */
export class NoSiteError extends StartError {}

async function requireCluster(dataDir: string) {
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new NoSiteError(cause.code === 'ENOENT' ? noSiteIn(dataDir) : notOurs(dataDir), { cause })
    },
  )
  if (!(await isCluster(await locateCluster(dataDir)))) throw new NoSiteError(noSiteIn(dataDir))
}

const noSiteIn = (dataDir: string) =>
  `There is no site in DATA_DIR (${dataDir}), and DATABASE_URL is not set. Run the command with the settings of the server, such as --settings=/etc/corkboard.env, or start the server first.`

const notOurs = (dataDir: string) =>
  `This user cannot read and write DATA_DIR (${dataDir}). Run the command as the user that runs the server.`

/** Throws a StartError if the database is that of no site, such as a new one. */
export async function requireSite({ kysely }: Database) {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('public.migration') is not null as exists`.execute(kysely)
  if (!rows[0]?.exists)
    throw new NoSiteError(
      'The database contains no site. Check the settings of the command, or start the server once, which creates the tables.',
    )
}

/** The URLs of the role that serves the site, and of the owner of the tables if that is another one. */
type Roles = { app: string; owner?: string }

type Embedded = { failed: Promise<Error>; stop: () => Promise<void> }

async function connect(
  { config, log, connections }: { config: Config; log: Logger; connections: number },
  { app, owner }: Roles,
  embedded: Embedded | null = null,
) {
  const directUrl = config.databaseDirectUrl
  const toClose: { close: () => Promise<void> }[] = []
  const stop = async () => {
    for (const { close } of toClose.reverse()) await close()
    await embedded?.stop()
  }
  try {
    let zone = await findTimeZone(directUrl ?? app, config.siteVariables)
    const timeZone = () => zone
    const database = await openPooledDatabase({
      connectionString: app,
      directUrl,
      timeZone,
      log,
      connections,
    })
    toClose.push(database)
    const version = await database.version()
    await requireCompatibleSchema(database)
    const place = config.databaseUrl ? `at ${new URL(config.databaseUrl).host}` : `in ${config.dataDir}`
    const reads = config.replica
      ? await openReplica(database, { ...config.replica, timeZone, log, connections })
      : undefined
    if (reads) toClose.push(reads)
    return {
      database,
      /** Where pages and lists are read if there is a replica. */
      reads,
      /** The URL of the role that serves the site, at PostgreSQL itself rather than a pooler. Includes the password. */
      connectionString: directUrl ?? app,
      /** The folder of the embedded PostgreSQL; null for another server. */
      folder: config.databaseUrl ? null : await locateCluster(config.dataDir),
      /** Sets the time zone in which queries see the current day. */
      setTimeZone(name: string) {
        if (name !== zone && database.isPooled) log.warn(pooledTimeZone)
        zone = name
      },
      /** For people, such as `PostgreSQL 18.1 in /srv/corkboard/data`. */
      description: `PostgreSQL ${version} ${place}`,
      /** Resolves only when the embedded PostgreSQL cannot be kept running. */
      failed: embedded?.failed ?? new Promise<Error>(() => {}),
      /** Runs `work`, such as a migration, as the owner of the tables if that one is known, without a statement timeout. */
      async withoutStatementTimeout<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
        const maintenance = openDatabase({
          connectionString: owner ?? directUrl ?? app,
          timeZone,
          log,
          connections: 2,
          statementTimeoutMs: 0,
          patient: true,
        })
        try {
          return await work(maintenance)
        } finally {
          await maintenance.close()
        }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw connectionErrorOf(error)
  }
}

const pooledTimeZone =
  'The time zone of the site has changed, and the sessions of the pooler in DATABASE_URL keep the one before. Restart the servers, and run RECONNECT in the console of PgBouncer.'

/** Returns the first time zone that PostgreSQL knows of those of the environment, of the stored settings, and of the defaults. */
const findTimeZone = (url: string, variables: Variables): Promise<string> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('public.setting') is not null as exists`,
    )
    const stored = rows[0]?.exists
      ? await client.query<{ value: unknown }>(`select value from setting where key = 'timeZone'`)
      : null
    const candidates = [
      readVariables(variables).values.timeZone,
      checkSettings({ timeZone: stored?.rows[0]?.value }).values.timeZone,
    ]
    for (const candidate of candidates) {
      if (!candidate) continue
      const known = await client.query(`set timezone = ${client.escapeLiteral(candidate)}`).catch(() => null)
      if (known) return candidate
    }
    return defaultSettings.timeZone
  })

/** Reads the settings of the site and follows them. Queries see the current day in its time zone. */
export const openSiteSettings = (
  config: Config,
  { database, setTimeZone }: DatabaseConnection,
  log: Logger,
) =>
  openSettings({
    database,
    variables: config.siteVariables,
    log,
    onChange: ({ timeZone }) => setTimeZone(timeZone),
  })

/** Returns a StartError with a sentence if the operator can fix the cause. */
function connectionErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error
  const { message: cause } = error
  if (isDatabaseUnavailable(error))
    return new StartError(`Cannot connect to the database of DATABASE_URL: ${cause}.`, {
      cause: error,
      exitCode: exitCodes.unavailable,
    })
  // PostgreSQL's codes for a wrong user or password, and for a database that does not exist.
  const { code = '' } = error as Error & { code?: string }
  return /^28|^3D000/.test(code)
    ? new StartError(`The database of DATABASE_URL rejects the connection: ${cause}.`, { cause: error })
    : error
}
