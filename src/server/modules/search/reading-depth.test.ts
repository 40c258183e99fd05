import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../../../test/support/app.ts'
import { createListing, createManyListings } from '../../../../test/support/factories.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Catalog, createCatalog } from '../catalog/service.ts'
import { createSearch, type SearchOutcome, type SearchRequest, type SearchService } from './service.ts'
import { rebuildIndex } from './store/build.ts'

let database: Database
let catalog: Catalog
let search: SearchService

beforeAll(async () => {
  database = (await createDatabase()).database
  catalog = await createCatalog(database)
  await createManyListings(database, 70, { title: 'Common listing {n}' })
  for (const [title, posted] of [
    ['Common piano', '2026-09-02T12:00:00Z'],
    ['Old violin, common', '2026-08-01T12:00:00Z'],
    ['Old violin and harp', '2026-08-01T12:00:01Z'],
  ] as const)
    await createListing(database, { title, posted })
  await rebuildIndex(database, { segmentSize: 10 })
})
beforeEach(() => {
  search = createSearch(database, catalog, { newest: 30, olderWork: 2.5, olderWorkIfNone: 10 })
})

const find = (text: string, request: Partial<SearchRequest> = {}): Promise<SearchOutcome> =>
  search.find({
    ...{ text, verbatim: true, filter: { kind: 'service', ids: {} }, clock: search.clockAt(new Date()) },
    ...{ sort: 'relevance', offset: 0, limit: 20, facets: 'all', partial: true },
    ...request,
  })
const countsOf = ({ full, searched, more }: SearchOutcome) => ({ full, searched, more })

test('a search for a common word reads the newest listings, and says so', async () => {
  expect(countsOf(await find('common'))).toEqual({ full: 30, searched: 30, more: true })
})

test('a search for a rare word reads all listings', async () => {
  expect(countsOf(await find('violin'))).toEqual({ full: 2, searched: null, more: false })
  expect(countsOf(await find('piano'))).toEqual({ full: 1, searched: null, more: false })
})

test('a search that finds nothing in the newest listings reads the older ones if that is not too much work', async () => {
  expect(countsOf(await find('common violin'))).toEqual({ full: 1, searched: null, more: false })
  search = createSearch(database, catalog, { newest: 30, olderWork: 2.5, olderWorkIfNone: 2.5 })
  expect(countsOf(await find('common violin'))).toEqual({ full: 0, searched: 30, more: true })
})

test('facets count the listings that were searched', async () => {
  const counted = async (text: string) => {
    const { facets } = await find(text)
    return catalog
      .places()
      .countries.map(({ id }) => facets?.places.get(Number(id)))
      .filter(Boolean)
  }
  expect(await counted('common')).toEqual([30])
  expect(await counted('violin')).toEqual([2])
})

test('a list without words counts all listings', async () => {
  const list = { text: '', sort: 'newest', partial: false } as const
  expect(countsOf(await find('', list))).toEqual({ full: 73, searched: null, more: false })
  const cheap = { kind: 'service', ids: {}, price: { min: 0, max: 100_00 } } as const
  expect(countsOf(await find('', { ...list, filter: cheap }))).toEqual({
    full: 73,
    searched: null,
    more: false,
  })
})

test('new, edited, and deleted listings are found at once', async () => {
  await find('common')
  const id = await createListing(database, { title: 'Common harp' })
  expect(countsOf(await find('common'))).toEqual({ full: 31, searched: 31, more: true })
  await database.kysely.updateTable('listing').set({ title: 'Uncommon harp' }).where('id', '=', id).execute()
  expect(countsOf(await find('common'))).toEqual({ full: 30, searched: 31, more: true })
  await database.kysely.deleteFrom('listing').where('id', '=', id).execute()
  expect(countsOf(await find('common'))).toEqual({ full: 30, searched: 30, more: true })
})

test('a site with at most twice as many listings as are always read is searched completely', async () => {
  search = createSearch(database, catalog, { newest: 37, olderWork: 0, olderWorkIfNone: 0 })
  expect(countsOf(await find('common'))).toEqual({ full: 72, searched: null, more: false })
})
