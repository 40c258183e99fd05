import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createManyListings } from '../../../../test/support/data/factories.ts'
import { connectTo, createDatabase, registerCleanup } from '../../../../test/support/site/app.ts'

test('a change of one listing after one of many does not read the whole index', async () => {
  const { address } = await createDatabase()
  // No request changes thousands of listings in one statement, so its limit does not apply.
  const database = connectTo(address, { statementTimeoutMs: 0, patient: true })
  registerCleanup(database.close)
  const { kysely } = database
  const count = 3_000
  await createManyListings(database, count)
  await sql`analyze listing_index`.execute(kysely)
  await kysely.connection().execute(async (connection) => {
    await sql`update listing set archived = true`.execute(connection)
    await sql`update listing set archived = false`.execute(connection)
    const { rows } = await sql<{ id: string }>`select id from listing limit 30`.execute(connection)
    for (const { id } of rows)
      await sql`update listing set archived = true where id = ${id}`.execute(connection)
  })
  const numberOf = async (counter: 'seq_scan' | 'n_tup_del') => {
    const { rows } = await sql<{ number: number }>`
      select ${sql.ref(counter)}::int as number, pg_stat_force_next_flush() from pg_stat_user_tables
      where relname = 'listing_index'`.execute(kysely)
    return rows[0]?.number
  }
  // Statistics are published a little later.
  await expect.poll(() => numberOf('n_tup_del'), { timeout: 20_000 }).toBe(count + 30)
  expect(await numberOf('seq_scan')).toBeLessThan(20)
})
