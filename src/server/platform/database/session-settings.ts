/** What every session of the server's queries has set. Through a pooler, the database role has to provide it. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export type SessionSettings = Record<string, string>

/** 0 milliseconds: no limit. */
export const sessionSettings = (timeZone: string, statementTimeoutMs: number): SessionSettings => ({
  // The database's "today" is that of the site.
  timezone: timeZone,
  // By default PostgreSQL would plan a prepared list query again for every call, which takes three times as long as
  // running it.
  plan_cache_mode: 'force_generic_plan',
  // Compiling a query takes seconds and pays off for none. An estimate that is too high is enough to start it, and tables
  // with few rows have no statistics.
  jit: 'off',
  statement_timeout: `${statementTimeoutMs}`,
  idle_in_transaction_session_timeout: '30000',
})

/** Returns the settings as the `options` of a new connection. */
export const startupOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Makes the settings the defaults of the role of this URL in its database. New sessions have them. */
export async function saveForRole(directUrl: string, settings: SessionSettings): Promise<void> {
  await withClient(directUrl, async (client) => {
    const { rows } = await client.query<{ database: string; role: string }>(
      'select current_database() as database, current_user as role',
    )
    const [{ database, role } = { database: '', role: '' }] = rows
    const target = `alter role ${client.escapeIdentifier(role)} in database ${client.escapeIdentifier(database)}`
    for (const [name, value] of Object.entries(settings))
      if (!(await isSaved(client, name, value)))
        await client.query(`${target} set ${name} = ${client.escapeLiteral(value)}`)
  })
}

/** Two servers that start at once may not change the same row of the catalog, so nothing is written twice. */
async function isSaved(client: pg.Client, name: string, value: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_db_role_setting
     where setdatabase = (select oid from pg_database where datname = current_database())
       and setrole = (select oid from pg_roles where rolname = current_user)
       and $1 = any(setconfig)`,
    [`${canonicalName(name)}=${value}`],
  )
  return rowCount === 1
}

/** PostgreSQL stores this one with capital letters. */
const canonicalName = (name: string) => (name === 'timezone' ? 'TimeZone' : name)

/** Returns the names of the settings that sessions of this URL do not have. */
export async function missingSettings(url: string, settings: SessionSettings): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select lower(name) as name, setting from pg_settings where lower(name) = any($1)',
      [Object.keys(settings)],
    )
    const actual = new Map(rows.map(({ name, setting }) => [name, setting]))
    return Object.entries(settings)
      .filter(([name, value]) => actual.get(name) !== value)
      .map(([name]) => name)
  })
}

const maxWaitMs = 30_000
const retryMs = 250
/** PostgreSQL's code while it is starting. */
const cannotConnectNow = '57P03'

/** Runs `work` on a connection without startup parameters. Waits for a PostgreSQL that is slow, or starting itself. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = await connectPatiently(url)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function connectPatiently(url: string): Promise<pg.Client> {
  const deadline = performance.now() + maxWaitMs
  for (;;) {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: maxWaitMs,
      query_timeout: maxWaitMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      const isStarting = error instanceof pg.DatabaseError && error.code === cannotConnectNow
      if (!isStarting || performance.now() > deadline) throw error
      await delay(retryMs)
    }
  }
}
