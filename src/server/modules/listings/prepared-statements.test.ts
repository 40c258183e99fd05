import { beforeAll, expect, test } from 'vitest'
import { listCalls, listUrl } from '../../../../test/support/checks/list-calls.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { homeListings, maxPageSize, pageSize } from '../../../shared/limits.ts'
import { sorts } from '../../../shared/list-filters.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  for (const kind of ['service', 'event'] as const) await createListing(site.database, { kind })
})

/** Requests every list call, and a search, in every order at each of these page sizes. */
async function requestAll(limits: number[]) {
  const searches = ['service', 'event'].map((kind) => ({
    path: `/${kind}sbyfilter?searchtext=dog`,
    call: null,
  }))
  const lists = listCalls.map((call) => ({ path: '', call }))
  for (const limit of limits) {
    for (const sort of sorts) {
      const query = { limit: String(limit), sort }
      const addresses = [...lists, ...searches].map(({ path, call }) =>
        call ? listUrl(call, query) : `${path}&${new URLSearchParams(query)}`,
      )
      const responses = await Promise.all(addresses.map((address) => site.get(address)))
      for (const { status } of responses) expect(status).toBe(200)
    }
  }
}

/** Returns the texts of all statements that are prepared on connections of the pool. */
async function preparedTexts(): Promise<Set<string>> {
  const { pool } = site.database
  const connections = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
  try {
    const results = await Promise.all(
      connections.map((connection) =>
        connection.query<{ statement: string }>('select statement from pg_prepared_statements'),
      ),
    )
    return new Set(results.flatMap(({ rows }) => rows.map(({ statement }) => statement)))
  } finally {
    for (const connection of connections) connection.release()
  }
}

test('lists are prepared for the page sizes of our pages and for no others', async () => {
  const ofPages: number[] = [homeListings, pageSize, maxPageSize]
  await requestAll(ofPages)
  const filter = {
    category: 'Pet Services',
    subcategory: 'Dog Walking',
    country: 'United States',
    state: 'Texas',
  }
  expect((await site.get(`/servicesbyfilter?${new URLSearchParams(filter)}`)).body).toMatchObject({
    total: 1,
  })
  const before = await preparedTexts()
  expect(before.size).toBeGreaterThan(60)
  // Filtered lists by price come from the search index: the database would sort all ads of a topic or place.
  const byPrice = [...before].filter((text) => text.includes('order by "listing_index"."price"'))
  expect(byPrice.length).toBeGreaterThan(0)
  for (const text of byPrice) expect(text).not.toMatch(/"listing_index"."\w+_id" =/)
  // So do events of a subcategory, a state, or a city, soonest first.
  const soonest = [...before].filter((text) => text.includes('order by "listing_index"."event_order"'))
  expect(soonest.length).toBeGreaterThan(0)
  for (const text of soonest) expect(text).not.toMatch(/"listing_index"."(subcategory|state|city)_id" =/)
  // Only the subcategory and the state are compared, because the index contains no wider parts.
  const filtered = [...before].filter((text) => /"subcategory_id" = \$\d+ and "listing_index"."/.test(text))
  expect(filtered).toHaveLength(1)
  expect(filtered[0]).toContain('"listing_index"."state_id" = ')
  expect(filtered[0]).not.toMatch(/"listing_index"."(category|country)_id" = /)
  // Below the limit of statements, at which nothing more would be prepared anyway.
  expect(before.size).toBeLessThan(180)

  const others = [1, 2, 10, 50, maxPageSize - 1]
  await requestAll(others.filter((limit) => !ofPages.includes(limit)))
  expect([...(await preparedTexts())].filter((text) => !before.has(text))).toEqual([])
}, 60_000)
