/** A stored search must find what the search itself finds: some of the labeled queries, with filters, on the demo ads. */
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { seededRandom } from '../../../../../bench/seeded-random.ts'
import { readQueries } from '../../../../../test/search-quality/queries.ts'
import { createFedEngine } from '../../../../../test/support/search/fed-engine.ts'
import { createTestApp, type TestApp, today } from '../../../../../test/support/site/app.ts'
import type { Kind } from '../../../../shared/listing.ts'
import { defaultSettings } from '../../../../shared/settings/table.ts'
import { createCatalog } from '../../catalog/service.ts'
import { loadDemo } from '../../demo/load-demo.ts'
import { createListingFields } from '../../listing-fields/service.ts'
import { createEventOrder } from '../../listings/maintenance.ts'
import { createListingService } from '../../listings/service.ts'
import { createMatcher, createSearch, findDocument } from '../service.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  await loadDemo(site.database, 11)
})

test('matchers of one catalog share what is derived from it', async () => {
  const catalog = await createCatalog(site.database)
  const derived = vi.spyOn(catalog, 'derived')
  createMatcher(catalog)
  const calls = derived.mock.calls.length
  for (let count = 0; count < 3; count++) createMatcher(catalog)
  expect(derived).toHaveBeenCalledTimes(calls)
})

/** Each is combined with some of the queries, and with none. */
const filters: Record<string, string>[] = [
  {},
  { country: 'United States' },
  { state: 'Texas' },
  { state: 'New York', city: 'New York City' },
  { category: 'Pet Services' },
  { category: 'Pet Services', subcategory: 'Dog Walking' },
  { near: 'Austin, Texas', within: '100' },
  { price_max: '50' },
  { free: 'true' },
  { pictures: 'true' },
]
const eventFilters: Record<string, string>[] = [
  { when: 'weekend' },
  { when: 'week' },
  { from: '2026-11-25', to: '2026-12-24' },
  { hide_ended: 'true' },
]

test('a stored search finds the same ads as the search', { timeout: 120_000 }, () => expectSameAds(36))
test('more stored searches do, too', { tags: ['slow'], timeout: 600_000 }, () => expectSameAds(6))

/** With one of so many labeled queries. */
async function expectSameAds(queries: number) {
  const { database } = site
  const catalog = await createCatalog(database)
  const clock = () => new Date(`${today}T17:00:00Z`)
  const common = { database, catalog, clock, settings: () => defaultSettings }
  const search = createSearch({
    database,
    catalog,
    engine: await createFedEngine(database),
    settings: () => defaultSettings,
  })
  const listings = createListingService({
    caches: null,
    ...common,
    search,
    listingFields: createListingFields({ database, caches: null }),
    updateEventOrder: createEventOrder(database, clock),
  })
  const random = seededRandom(39)
  const texts = [
    '',
    '"dog walking"',
    'free concert',
    'music this weekend under $40',
    'workshop in december',
    'dinner next friday',
    'yoga 90210',
    'saturday',
    ...(await readQueries()).filter((_, at) => at % queries === 0).map(({ text }) => text),
  ]
  const cases = texts.flatMap((text) =>
    (['service', 'event'] as const).map((kind: Kind) => {
      const options = kind === 'event' ? [...filters, ...eventFilters] : filters
      const filter = text === '' ? {} : random.below(2) === 0 ? {} : random.pick(options)
      return { kind, filter: { ...(text && { searchtext: text }), ...filter } as Record<string, string> }
    }),
  )
  for (const filter of filters) cases.push({ kind: 'service', filter }, { kind: 'event', filter })
  for (const filter of eventFilters) cases.push({ kind: 'event', filter })

  const matcher = createMatcher(catalog)
  const expected: Set<string>[] = []
  for (const [id, { kind, filter }] of cases.entries()) {
    const parsed = {
      ...filter,
      ...(filter.within && { within: 100 as const }),
      ...(filter.price_max && { price_max: 50 }),
    }
    matcher.add(id, (await listings.compile(kind, parsed as never)).stored)
    const query = new URLSearchParams({ ...filter, limit: '50', sort: 'newest' })
    const { body } = await site.get<{
      services?: Row[]
      events?: Row[]
      total: number
      search?: { full: number }
    }>(`/${kind}sbyfilter?${query}`)
    const rows = (body.services ?? body.events ?? []).slice(0, body.search?.full ?? 50)
    // Lists that do not fit a page are compared by their first page only.
    expected.push(new Set(rows.map(({ _id }) => _id)))
    if (rows.length === 50) expected[id] = new Set([...(expected[id] ?? []), 'more'])
  }

  const { rows } = await sql<{ id: string }>`select id from listing where status = 'active'`.execute(
    database.kysely,
  )
  const now = clock().toISOString()
  const found = cases.map(() => new Set<string>())
  for (const { id } of rows) {
    const listing = await findDocument(database.kysely, id)
    if (!listing) throw new Error('unreachable: it is active')
    const { ids, compared } = await matcher.match(listing, now)
    expect(compared).toBeLessThan(cases.length)
    for (const at of ids) found[at]?.add(id)
  }
  const wrong = cases.filter((_, at) => {
    const wanted = expected[at] ?? new Set()
    const isWhole = !wanted.delete('more')
    return isWhole
      ? wanted.size !== found[at]?.size || ![...wanted].every((id) => found[at]?.has(id))
      : ![...wanted].every((id) => found[at]?.has(id))
  })
  expect(
    wrong.map((each) => ({
      ...each,
      found: found[cases.indexOf(each)]?.size,
      expected: expected[cases.indexOf(each)]?.size,
    })),
  ).toEqual([])
  expect(found.filter((set) => set.size > 0).length).toBeGreaterThan(cases.length / 3)
}

type Row = { _id: string }
