import { expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import type { Database } from '../../platform/database/database.ts'
import { createFoundReader } from './found-listings.ts'

const hit = (id: string) => ({ id, place: 0 })
const unknown = '00000000-0000-7000-8000-000000000000'

async function createReader() {
  const { database } = await createDatabase()
  const queries: unknown[] = []
  const watched: Database = {
    ...database,
    preparedQuery: (key, ...rest) => {
      queries.push(key)
      return database.preparedQuery(key, ...rest)
    },
  }
  return { database, queries, watched, read: createFoundReader(watched) }
}

test('concurrent searches share a query, and each gets its own listings with their places', async () => {
  const { database, queries, read } = await createReader()
  const [a, b, c] = await Promise.all(
    ['Piano A', 'Piano B', 'Piano C'].map((title) => createListing(database, { title })),
  )
  const searches = [[a, unknown, b], [unknown], [b, c], [a]].map((ids) =>
    read(
      'service',
      ids.map((id) => hit(id ?? '')),
    ),
  )
  const found = (await Promise.all(searches)).map((rows) =>
    rows.map(({ title, place }) => `${place} ${title}`),
  )
  expect(found).toEqual([['1 Piano A', '3 Piano B'], [], ['1 Piano B', '2 Piano C'], ['1 Piano A']])
  expect(queries).toEqual(['found service'])
  expect(await read('service', [])).toEqual([])
  expect(queries).toHaveLength(1)
})

test('a failed query fails each of the searches that share it, and no later one', async () => {
  const { database, watched } = await createReader()
  const id = await createListing(database, { title: 'Piano A' })
  let fails = true
  const preparedQuery: Database['preparedQuery'] = (...query) =>
    fails ? Promise.reject(new Error('down')) : watched.preparedQuery(...query)
  const read = createFoundReader({ ...watched, preparedQuery })
  const results = await Promise.allSettled([read('service', [hit(id)]), read('service', [hit(id)])])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await read('service', [hit(id)])).toHaveLength(1)
})

test('with a replica, each search reads from the server that it ran on', async () => {
  const { database, queries, watched } = await createReader()
  const id = await createListing(database, { title: 'Piano A' })
  const read = createFoundReader({
    ...watched,
    replica: { primary: watched, database: watched, isChosen: () => false },
  })
  await Promise.all([read('service', [hit(id)]), read('service', [hit(id)])])
  expect(queries).toHaveLength(2)
})
