/** Transactions that write the index: on one connection, for both Kysely and COPY, and without a time limit. */
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../../platform/database/database.ts'

export type Session = {
  /** Runs COPY. */
  client: pg.ClientBase
  run: <Row>(query: RawBuilder<Row>) => Promise<Row[]>
}

/** An arbitrary number that nothing else locks: of those who change the set of segments. */
const indexLock = sql.raw('7305518246120981')

const begin = `begin isolation level repeatable read;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '120s'`

/** Runs `work` in a transaction that sees the database at one instant. Rolls back if it throws. */
export const inSnapshot = <Result>(
  database: Database,
  work: (session: Session) => Promise<Result>,
): Promise<Result> =>
  onOwnConnection(database, async (session) => {
    await session.client.query(begin)
    const result = await work(session)
    await session.client.query('commit')
    return result
  })

/**
 * Runs `work` on a new connection, because the pool's circuit breaker takes a long transaction on a busy machine for an
 * outage. Closing the connection rolls back, also if a COPY was cut off.
 */
export async function onOwnConnection<Result>(
  { pool, kysely }: Database,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...pool.options, keepAlive: true })
  // Without a listener, a restart of the database would crash the process. The query in progress fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(sessionOn(client, kysely))
  } finally {
    await client.end().catch(() => {})
  }
}

function sessionOn(client: pg.ClientBase, kysely: Database['kysely']): Session {
  return {
    client,
    async run<Row>(query: RawBuilder<Row>) {
      const { sql: text, parameters }: CompiledQuery = query.compile(kysely)
      return (await client.query<Row & pg.QueryResultRow>(text, [...parameters])).rows
    },
  }
}

/**
 * Runs `work` in a transaction in which nobody else changes the set of segments. Returns null without running it if somebody
 * does so right now.
 */
export async function changingIndex<Result>(
  database: Database,
  work: (session: Session) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await inSnapshot(database, async (session) => {
      const [lock] = await session.run(sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(${indexLock}) as locked`)
      return lock?.locked ? await work(session) : null
    })
  } catch (error) {
    // Somebody finished between this transaction's snapshot and its lock.
    if ((error as { code?: unknown }).code === serializationFailure) return null
    throw error
  }
}

const serializationFailure = '40001'
