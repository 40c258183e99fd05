/** The home page of a site with a catalog of its own. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createDatabase, createTestApp } from '../../../../test/support/site/app.ts'

test('shows the most used categories and the first states of a catalog without the usual ones', async () => {
  const { database } = await createDatabase()
  await sql`update category set name = 'Our ' || name`.execute(database.kysely)
  await sql`update state set name = 'North ' || name`.execute(database.kysely)
  for (const category of ['Our Pet Services', 'Our Pet Services', 'Our Event Services'])
    await createListing(database, { category, state: 'North Texas' })
  const { app } = await createTestApp(database)
  const { body } = await app.http.inject('/')
  const [, categories = '', location = ''] = body.split(/Top Categories|Top Location/)
  const names = [...categories.matchAll(/<summary[^>]*>.*?(Our [\w &;]+)/g)].map(([, name]) => name)
  expect(names).toHaveLength(7)
  expect(names.slice(0, 2)).toEqual(['Our Pet Services', 'Our Event Services'])
  expect(location.match(/href="\/state\/North%20/g)).toHaveLength(6)
})
