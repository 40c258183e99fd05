/** Transactions of backups and restores: without a time limit, with fixed formats, and for both Kysely and COPY. */
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../platform/database/database.ts'
import type { DatabaseSchema } from '../../../platform/database/schema.ts'

/** One transaction on one connection: `client` runs COPY, which Kysely cannot. */
export type Session = { tx: Kysely<DatabaseSchema>; client: pg.PoolClient }

const begin = { write: 'begin', snapshot: 'begin isolation level repeatable read read only' }

/** COPY writes and reads dates and numbers in the formats of the session. */
const settings = `
  select set_config(name, value, true)
  from (values ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'),
    ('extra_float_digits', '1'), ('bytea_output', 'hex'), ('lock_timeout', '0'), ('statement_timeout', '0'),
    ('idle_in_transaction_session_timeout', '0')) as setting(name, value)`

/** Commits when `work` succeeds, and rolls back when it throws. A snapshot sees the database at one instant. */
export async function inTransaction<Result>(
  { pool }: Database,
  kind: keyof typeof begin,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let succeeded = false
  try {
    await client.query(begin[kind])
    await client.query(settings)
    const result = await work({ tx: kyselyOn(client, pool), client })
    await client.query('commit')
    succeeded = true
    return result
  } finally {
    // Closing the connection rolls back. A COPY that was cut off leaves one that nobody else can use.
    client.release(!succeeded)
  }
}

function kyselyOn(client: pg.PoolClient, { options }: pg.Pool): Kysely<DatabaseSchema> {
  // The client keeps its state in its own properties, so it must run its methods itself.
  const query = (text: string, values: unknown[]) => client.query(text, values)
  const shared = Object.create(client, { query: { value: query }, release: { value: () => {} } })
  const pool = { connect: async () => shared, end: async () => {}, options }
  return new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool }) })
}
