/** The connection pool, and how queries run on it. Every module gets its Database as an argument. */
import { availableParallelism } from 'node:os'
import { type CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { StartError } from '../../config/start-error.ts'
import type { Logger } from '../log.ts'
import { limitLines } from '../logging/limit-lines.ts'
import { GuardedPool } from './guarded-pool.ts'
import { limitQueries } from './observe-queries.ts'
import type { DatabaseSchema } from './schema.ts'
import { sessionSettings, startupOptions } from './session-settings.ts'
import { recordQueryFailure } from './unavailable.ts'

export type Connection = Kysely<DatabaseSchema> | Transaction<DatabaseSchema>

export type Database = {
  kysely: Kysely<DatabaseSchema>
  /** For libraries that bring their own SQL. */
  pool: pg.Pool
  /**
   * Runs a hot query as a named prepared statement: PostgreSQL parses and plans it once per connection, which makes it
   * nearly three times as fast. `compose` runs once per key and marks values with `placeholder`, so the key must
   * name everything that the text depends on. A `null` key runs the query unprepared: for texts that a
   * caller can vary freely, because every prepared text takes memory in each connection.
   */
  preparedQuery: <Row>(
    key: string | null,
    compose: () => RawBuilder<Row>,
    values: Record<string, unknown>,
  ) => Promise<Row[]>
  /** Both servers, and whether the current request reads the replica. Only where there is a choice (`replica.ts`). */
  replica?: { primary: Database; database: Database; isChosen: () => boolean }
  /** Returns a version such as `18.1`. Throws if the server is older than 15 or does not respond. */
  version: () => Promise<string>
  /** Whether a pooler in transaction mode is in between. */
  isPooled: boolean
  /** Ends `patient`: from now on, requests depend on this pool, and must not wait long for a connection. */
  limitWaits: () => void
  close: () => Promise<void>
}

const minVersion = 15
export const defaultStatementTimeoutMs = 5000
/**
 * Each takes about 160 kB in every connection. Further texts run unprepared: evicting one would free nothing, because
 * PostgreSQL keeps its plan until the connection closes.
 */
const maxPreparedStatements = 200
/** How long a process that starts, or a command, waits for a connection: PostgreSQL may be slow, and nobody else waits. */
const patientConnectMs = 30_000
/** Closing a connection frees the plans and caches that PostgreSQL keeps for it. */
const maxConnectionLifetimeSeconds = 30 * 60
/** A query keeps a CPU busy, so more than a few per CPU would only slow each other down. */
const connectionsOfMachine = Math.max(6, 2 * availableParallelism())
/** With fewer, a few long queries would block a process. */
const minConnections = 4

/** Returns how many connections each of several processes on this machine opens. */
export const poolSize = (processes = 1): number =>
  Math.max(minConnections, Math.ceil(connectionsOfMachine / processes))

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Marks where a prepared query takes a value when it runs. */
export const placeholder = (name: string) => sql`${new Placeholder(name)}`

type Statement = { name?: string | undefined; text: string; placeholders: string[] }

function compile({ sql: text, parameters }: CompiledQuery): Statement {
  const placeholders = parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter.name
    throw new Error(`A prepared query contains a value instead of a placeholder: ${text}`)
  })
  return { text, placeholders }
}

type Parsers = Record<number, (text: string) => unknown>

const parseDate: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

const parsers: Parsers = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  // A calendar day stays text: a Date would be a different day in another time zone.
  [pg.types.builtins.DATE]: (text) => text,
  // The format of the API. `isoTimestamp` writes the same one.
  [pg.types.builtins.TIMESTAMPTZ]: (text) => parseDate(text).toISOString(),
}

const typesFrom = (parsers: Parsers): pg.CustomTypesConfig => ({
  getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format),
})

/** Formats a `timestamptz` as `2026-11-20T15:04:05.123Z` in JSON that PostgreSQL builds. Columns are parsed into this format. */
export const isoTimestamp = (expression: RawBuilder<unknown>) =>
  sql`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export type DatabaseOptions = {
  connectionString: string
  /** In which queries see the current day. A function can return another one later; behind a pooler, sessions keep the first. */
  timeZone: string | (() => string)
  log: Logger
  connections?: number
  /** How long a statement may run; 0 for no limit. */
  statementTimeoutMs?: number
  /** Wait longer for connections, until `limitWaits` is called. */
  patient?: boolean
  /** A pooler in transaction mode is in between: sessions have the settings of the role. */
  pooled?: boolean
  /** Whether statements are prepared. Some poolers lose prepared statements. */
  prepareStatements?: boolean
}

/** Returns the time zone of new sessions. */
export const zoneOf = ({ timeZone }: Pick<DatabaseOptions, 'timeZone'>): string =>
  typeof timeZone === 'string' ? timeZone : timeZone()

export function openDatabase(options: DatabaseOptions): Database {
  const {
    connectionString,
    log,
    connections = poolSize(),
    statementTimeoutMs = defaultStatementTimeoutMs,
    patient = false,
    pooled = false,
    prepareStatements = true,
  } = options
  const timeZone = zoneOf(options)
  const pool = new GuardedPool(
    {
      connectionString,
      max: connections,
      maxLifetimeSeconds: maxConnectionLifetimeSeconds,
      // A pooler has to provide them instead.
      ...(!pooled && { options: startupOptions(sessionSettings(timeZone, statementTimeoutMs)) }),
      types: typesFrom(parsers),
    },
    log,
    patient ? patientConnectMs : undefined,
    pooled || typeof options.timeZone === 'string' ? undefined : options.timeZone,
  )
  // Without these listeners, a restart of the database would crash this process. The pool emits errors of idle
  // connections; a connection in use emits its own.
  let closing = false
  const limited = limitLines(log)
  const onLost = (error: Error) => {
    // Log only the message: the error object contains the whole connection.
    if (!closing)
      limited.warn(`Lost a database connection (${error.message}). The next query opens a new one.`)
  }
  pool.on('error', onLost)
  pool.on('connect', (client) => {
    client.on('error', onLost)
    // PostgreSQL has time to cancel the statement before.
    if (statementTimeoutMs > 0) limitQueries(client, statementTimeoutMs + 3000)
  })

  const statements = new Map<string, Statement>()

  const kysely = new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool }) })
  return {
    kysely,
    pool,
    async preparedQuery<Row>(
      key: string | null,
      compose: () => RawBuilder<Row>,
      values: Record<string, unknown>,
    ) {
      let statement = key === null ? undefined : statements.get(key)
      statement ??= compile(compose().compile(kysely))
      if (key !== null && prepareStatements && statements.size < maxPreparedStatements) {
        statement.name ??= `corkboard_${statements.size}`
        statements.set(key, statement)
      }
      const { name, text, placeholders } = statement
      const { rows } = await pool.query<Row & pg.QueryResultRow>({
        ...(name && { name }),
        text,
        values: placeholders.map((placeholder) => values[placeholder]),
      })
      return rows
    },
    async version() {
      const { rows } = await pool.query<{ server_version: string }>('show server_version')
      const version = rows[0]?.server_version.split(' ')[0] ?? ''
      if (Number.parseInt(version, 10) >= minVersion) return version
      throw new StartError(
        `Corkboard requires PostgreSQL ${minVersion} or newer. The server of DATABASE_URL has version ${version}.`,
      )
    },
    isPooled: pooled,
    limitWaits: () => pool.limitWaits(),
    async close() {
      closing = true
      await kysely.destroy()
      // Kysely ends the pool only if it has run a query. An open pool would delay the exit of a command by ten seconds.
      if (!pool.ended) await pool.end()
    },
  }
}

/**
 * Returns a Kysely on the same connections for better-auth: it reads timestamps as `Date`, because better-auth compares
 * them, and records failures, because better-auth hides them. Close the database, not this.
 */
export function kyselyWithDates({ pool }: Database): Kysely<DatabaseSchema> {
  const types = typesFrom({ ...parsers, [pg.types.builtins.TIMESTAMPTZ]: parseDate })
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect().catch(rethrowRecorded)
    const query = (text: string, values: unknown[]) =>
      client.query({ text, values, types }).catch(rethrowRecorded)
    return Object.create(client, { query: { value: query } })
  }
  const sharedPool = { connect, end: async () => {}, options: pool.options }
  return new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool: sharedPool }) })
}

function rethrowRecorded(error: unknown): never {
  throw recordQueryFailure(error)
}
