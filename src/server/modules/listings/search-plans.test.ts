import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { connectTo, createDatabase, createTestApp, type TestApp } from '../../../../test/support/app.ts'
import { createManyListings } from '../../../../test/support/factories.ts'

let site: TestApp
const plans: string[] = []

// PostgreSQL sends the plan of every statement, including those inside functions, as a notice.
beforeAll(async () => {
  const { database, address } = await createDatabase()
  const name = sql.id(new URL(address).pathname.slice(1))
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_nested_statements = on',
    "client_min_messages = 'log'",
    // Makes reading the whole table look cheap, as it does among a million listings.
    'random_page_cost = 1000',
  ])
    await sql`alter database ${name} set ${sql.raw(setting)}`.execute(database.kysely)
  const explained = connectTo(address)
  explained.pool.on('connect', (client) => client.on('notice', ({ message = '' }) => plans.push(message)))
  site = await createTestApp(explained)
  await createManyListings(explained, 2_100, { title: 'Common thing {n}' })
  await sql`analyze listing_index`.execute(explained.kysely)
  return () => explained.close()
})

test.each(['zzyzxqv', 'zzyzxqv common', 'zzyzxqv qqvvzz'])(
  'a search for "%s" looks up in the index whether any listing has its words',
  async (searchtext) => {
    plans.length = 0
    const { status } = await site.get(`/servicesbyfilter?${new URLSearchParams({ searchtext })}`)
    expect(status).toBe(200)
    const lookups = plans.filter((plan) => /exists \(select from listing_index/.test(plan))
    expect(lookups.length).toBeGreaterThan(0)
    for (const plan of lookups) expect(plan).not.toContain('Seq Scan on listing_index')
  },
)
