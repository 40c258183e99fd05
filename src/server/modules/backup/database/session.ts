/** Transactions of backups and restores: without a time limit, with fixed formats, and for both Kysely and COPY. */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pTimeout from 'p-timeout'
import type pg from 'pg'
import type { Database } from '../../../platform/database/database.ts'
import type { DatabaseSchema } from '../../../platform/database/schema.ts'

/** One transaction on one connection: `client` runs COPY, which Kysely cannot. */
export type Session = { tx: Transaction<DatabaseSchema>; client: pg.PoolClient }

type Kind = 'write' | 'snapshot'

const rollbackMs = 10_000

/** COPY writes and reads dates and numbers in the formats of the session. */
const settings = sql`
  select set_config(name, value, true)
  from (values ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'),
    ('extra_float_digits', '1'), ('bytea_output', 'hex'), ('lock_timeout', '0'), ('statement_timeout', '0'),
    ('idle_in_transaction_session_timeout', '0')) as setting(name, value)`

/** Commits when `work` succeeds, and rolls back when it throws. A snapshot sees the database at one instant. */
export async function inTransaction<Result>(
  { pool }: Database,
  kind: Kind,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let succeeded = false
  try {
    const begin = kyselyOn(client, pool).startTransaction()
    const tx = await (kind === 'snapshot'
      ? begin.setIsolationLevel('repeatable read').setAccessMode('read only')
      : begin
    ).execute()
    try {
      await settings.execute(tx)
      const result = await work({ tx, client })
      await tx.commit().execute()
      succeeded = true
      return result
    } catch (error) {
      await pTimeout(tx.rollback().execute(), { milliseconds: rollbackMs }).catch(() => {})
      throw error
    }
  } finally {
    // A COPY that was cut off leaves a connection that nobody else can use. Closing it also rolls back.
    client.release(!succeeded)
  }
}

/** Returns a Kysely that runs everything on this client. */
function kyselyOn(client: pg.PoolClient, { options }: pg.Pool): Kysely<DatabaseSchema> {
  // The client keeps its state in its own properties, so it must run its methods itself.
  const query = (text: string, values: unknown[]) => client.query(text, values)
  const shared = Object.create(client, { query: { value: query }, release: { value: () => {} } })
  const pool = { connect: async () => shared, end: async () => {}, options }
  return new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool }) })
}
