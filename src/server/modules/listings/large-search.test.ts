import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { slowUnless } from '../../../../test/support/checks/slow.ts'
import { createListing, createManyListings } from '../../../../test/support/data/factories.ts'
import {
  connectTo,
  createDatabase,
  createTestApp,
  registerCleanup,
  type TestApp,
} from '../../../../test/support/site/app.ts'

/** More than `maxRanked` of search.ts. */
const made = 2_100

/**
 * A busy machine takes longer than the timeout of statements to insert or read thousands of listings, and the index of a test,
 * which reads only once, would stay unavailable.
 */
const statementTimeoutMs = 60_000

async function createPatientSite(): Promise<TestApp> {
  const { address } = await createDatabase()
  const database = connectTo(address, { statementTimeoutMs })
  registerCleanup(() => database.close())
  return createTestApp(database)
}

let site: TestApp
beforeAll(async () => {
  site = await createPatientSite()
  for (const kind of ['service', 'event'] as const) {
    await createManyListings(site.database, made, { kind, title: 'Common thing {n}', price: 20 })
  }
  await createListing(site.database, {
    title: 'A rare and common thing',
    price: 5,
    state: 'Ohio',
    city: 'Columbus',
  })
})

type Page = { total: number; totalPages: number }
const request = (kind: string, query: Record<string, string>) =>
  site.get<Page>(`/${kind}sbyfilter?${new URLSearchParams({ searchtext: 'common', limit: '50', ...query })}`)

describe.each([
  ['service', made + 1],
  ['event', made],
] as const)('a search of %ss with very many matches', (kind, total) => {
  const lastPage = Math.ceil(total / 50)

  test('has the right total on every page and past the end', async () => {
    for (const page of [1, 20, lastPage, lastPage + 1]) {
      const { body } = await request(kind, { page: String(page) })
      expect(body).toMatchObject({ total, totalPages: lastPage })
    }
    expect(titlesOf((await request(kind, { page: String(lastPage + 1) })).body)).toEqual([])
    expect(titlesOf((await request(kind, { page: '1000000' })).body)).toEqual([])
  })

  for (const sort of ['', 'newest', 'price-asc', 'price-desc', 'soonest', 'relevance'])
    test(
      `shows each match once across all pages, sorted by "${sort}"`,
      slowUnless(kind === 'event' ? sort === 'soonest' : ['', 'price-asc'].includes(sort)),
      async () => {
        const seen: string[] = []
        for (let page = 1; page <= lastPage; page += 1) {
          const { body } = await request(kind, { page: String(page), ...(sort && { sort }) })
          seen.push(...titlesOf(body))
        }
        expect(seen).toHaveLength(total)
        expect(new Set(seen).size).toBe(total)
      },
    )

  test('combines with a filter', async () => {
    const { body } = await request(kind, { state: 'Texas', category: 'Pet Services' })
    expect(body).toMatchObject({ total: made })
  })
})

test('sorts very many matches newest first, like a list, or as requested', async () => {
  expect(titlesOf((await request('service', {})).body)[0]).toBe('A rare and common thing')
  expect(titlesOf((await request('service', { sort: 'price-asc' })).body)[0]).toBe('A rare and common thing')
  expect(titlesOf((await request('service', { sort: 'price-desc' })).body)[0]).toMatch(/^Common thing/)
})

test('ranks and counts a narrower search exactly', async () => {
  const { body } = await request('service', { searchtext: 'common rare' })
  expect(body).toMatchObject({ total: 1, totalPages: 1 })
  expect((await request('service', { state: 'Ohio' })).body).toMatchObject({ total: 1 })
})

for (const count of [1_999, 2_000, 2_001])
  test(
    `counts ${count} matches exactly, around the limit of ranking`,
    slowUnless(count === 2_000),
    async () => {
      const fresh = await createPatientSite()
      await createManyListings(fresh.database, count, { title: 'Edge {n}' })
      const last = await fresh.get(`/servicesbyfilter?searchtext=edge&limit=50&page=${Math.ceil(count / 50)}`)
      expect(last.body).toMatchObject({ total: count, totalPages: Math.ceil(count / 50) })
      expect(titlesOf(last.body)).toHaveLength(count % 50 || 50)
    },
  )

test('does not count hidden listings, even after a search found very many', async () => {
  const fresh = await createPatientSite()
  await createManyListings(fresh.database, made, { title: 'Sudden {n}' })
  const ask42 = () => fresh.get('/servicesbyfilter?searchtext=sudden&limit=50&page=42')
  expect((await ask42()).body).toMatchObject({ total: made, totalPages: 42 })
  await sql`update listing set status = 'hidden' where right(title, 1) = '7'`.execute(fresh.database.kysely)
  expect((await ask42()).body).toMatchObject({ services: [], total: 1_890, totalPages: 38 })
})
