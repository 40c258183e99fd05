import { beforeAll, expect, test } from 'vitest'
import { titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Town } from '../../../shared/contract/browse.ts'
import type { Facets, SearchReport } from '../../../shared/search.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  const music = { category: 'Music & Performing Arts' }
  await createListing(site.database, {
    ...music,
    subcategory: 'Piano Lessons',
    title: 'Piano for children',
    city: 'Austin',
    price: 0,
  })
  await createListing(site.database, {
    ...music,
    subcategory: 'Guitar Lessons',
    title: 'Guitar for children',
    city: 'Dallas',
  })
  await createListing(site.database, {
    ...{
      ...music,
      subcategory: 'Guitar Lessons',
      title: 'Guitar by the river',
      state: 'Ohio',
      city: 'Columbus',
    },
  })
  await createListing(site.database, { title: 'Dogs walked', city: 'Austin' })
})

type Page = { total: number; search: SearchReport; facets: Facets }
const find = async (query: Record<string, string>) =>
  (await site.get<Page>(`/servicesbyfilter?${new URLSearchParams(query)}`)).body
const counts = (values: { name: string; count: number }[]) =>
  Object.fromEntries(values.map(({ name, count }) => [name, count]))
async function towns(searchtext: string): Promise<Record<string, number>> {
  const { body } = await site.get<Town[]>(`/map?${new URLSearchParams({ kind: 'service', searchtext })}`)
  return counts(body)
}

test('facets and the map count partial matches if there are no others', async () => {
  const searchtext = 'piano children river'
  const found = await find({ searchtext })
  expect(found).toMatchObject({ total: 0, search: { full: 0, related: false } })
  const shown = titlesOf(found)
  expect(shown.length).toBeGreaterThan(0)
  expect(shown).not.toContain('Dogs walked')
  expect(counts(found.facets.categories)).toEqual({ 'Music & Performing Arts': shown.length })
  const inTowns = await towns(searchtext)
  expect(Object.values(inTowns).reduce((sum, count) => sum + count, 0)).toBe(shown.length)
  expect(inTowns).toMatchObject({ Austin: 1 })
  expect(found.facets.free).toEqual({ count: 1, more: false })
})

test('facets count full matches only if there are any', async () => {
  const found = await find({ searchtext: 'guitar children' })
  expect(found.total).toBe(1)
  expect(titlesOf(found).length).toBeGreaterThan(1)
  expect(counts(found.facets.categories)).toEqual({ 'Music & Performing Arts': 1 })
  expect(await towns('guitar children')).toEqual({ Dallas: 1 })
})

test('a search that finds only its categories says that the ads are related, and counts them', async () => {
  const found = await find({ searchtext: 'violin teacher' })
  expect(found).toMatchObject({ total: 0, search: { full: 0, related: true } })
  expect(titlesOf(found)).toHaveLength(3)
  expect(counts(found.facets.states)).toEqual({ Texas: 2, Ohio: 1 })
  expect(await towns('violin teacher')).toEqual({ Austin: 1, Dallas: 1, Columbus: 1 })
  const next = await find({ searchtext: 'violin teacher', page: '2', limit: '2' })
  expect([titlesOf(next).length, next.search.related]).toEqual([1, true])
})

test('a phrase counts the ads that contain it', async () => {
  const found = await find({ searchtext: '"for children"' })
  expect(found.total).toBe(2)
  expect(counts(found.facets.states)).toEqual({ Texas: 2 })
  expect(await towns('"for children"')).toEqual({ Austin: 1, Dallas: 1 })
})
