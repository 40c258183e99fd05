import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectTo, createDatabase } from '../../../../../test/support/app.ts'
import { createListing, createManyListings, setStatus } from '../../../../../test/support/factories.ts'
import { indexedListings, listingsWith } from '../../../../../test/support/search-index.ts'
import type { Database } from '../../../platform/database/database.ts'
import { slotsOf } from '../index/posting.ts'
import { ensureIndex, rebuildIndex } from './build.ts'
import { mergeChanges } from './merge.ts'
import { IndexNotBuilt, type IndexReader, openIndexReader } from './read.ts'

let database: Database
let address: string
let readers: IndexReader[]
beforeAll(async () => {
  const created = await createDatabase()
  database = created.database
  address = created.address
  const other = connectTo(address)
  readers = [openIndexReader(database), openIndexReader(other)]
  return () => other.close()
})
beforeEach(async () => {
  await sql`delete from listing_image`.execute(database.kysely)
  await sql`delete from listing`.execute(database.kysely)
})

const found = (term: string) => Promise.all(readers.map((reader) => listingsWith(reader, term)))
const both = (...ids: string[]) => [ids.toSorted(), ids.toSorted()]

describe.each([
  ['that is not merged', async () => {}],
  ['in a merged segment', async () => void (await mergeChanges(database))],
  ['in a rebuilt segment', async () => void (await rebuildIndex(database))],
])('two readers see at once, of a listing %s,', (_where, store) => {
  test('that it was posted', async () => {
    await store()
    const id = await createListing(database, { title: 'Piano lessons' })
    expect(await found('piano')).toEqual(both(id))
  })

  test('that it was edited', async () => {
    const id = await createListing(database, { title: 'Piano lessons' })
    await found('piano')
    await store()
    expect(await found('piano')).toEqual(both(id))
    await database.kysely
      .updateTable('listing')
      .set({ title: 'Violin lessons' })
      .where('id', '=', id)
      .execute()
    expect(await found('piano')).toEqual(both())
    expect(await found('violin')).toEqual(both(id))
  })

  test('that it was hidden, and that it is shown again', async () => {
    const id = await createListing(database, { title: 'Piano lessons' })
    await store()
    await setStatus(database, id, 'hidden')
    expect(await found('piano')).toEqual(both())
    await setStatus(database, id, 'reported')
    expect(await found('piano')).toEqual(both(id))
  })

  test('that it was deleted', async () => {
    const id = await createListing(database, { title: 'Piano lessons' })
    const kept = await createListing(database, { title: 'Old piano' })
    await store()
    expect(await found('piano')).toEqual(both(id, kept))
    await database.kysely.deleteFrom('listing').where('id', '=', id).execute()
    expect(await found('piano')).toEqual(both(kept))
    await store()
    expect(await found('piano')).toEqual(both(kept))
  })

  test('its picture, place, price, and dates', async () => {
    const id = await createListing(database, { kind: 'event', price: 0, startDate: '2026-12-24' })
    await store()
    await database.kysely.updateTable('listing').set({ price: 12.5 }).where('id', '=', id).execute()
    await createListing(database, { images: ['/pictures/one.webp'], state: 'Ohio', city: null })
    const day = (date: string) => (Date.parse(date) - Date.parse('2000-01-01')) / 86_400_000
    const placed = await database.kysely.selectFrom('state').select('id').where('name', '=', 'Ohio').execute()
    for (const reader of readers) {
      const listings = await indexedListings(reader)
      expect(listings).toHaveLength(2)
      expect(listings.find((listing) => listing.id === id)).toMatchObject({
        flags: 1,
        price: 1250,
        startDay: day('2026-12-24'),
        endDay: day('2026-12-24'),
      })
      expect(listings.find((listing) => listing.id !== id)).toMatchObject({
        flags: 4,
        price: 3500,
        place: placed[0]?.id,
        startDay: 65_535,
      })
    }
  })
})

test('a reader waits for no transaction, and sees its changes once it is committed', async () => {
  const writing = await database.kysely.startTransaction().execute()
  const early = await createListing({ ...database, kysely: writing }, { title: 'Early piano' })
  const late = await createListing(database, { title: 'Late piano' })
  expect(await found('piano')).toEqual(both(late))
  await mergeChanges(database)
  expect(await found('piano')).toEqual(both(late))
  await writing.commit().execute()
  expect(await found('piano')).toEqual(both(early, late))
  await mergeChanges(database)
  expect(await found('piano')).toEqual(both(early, late))
})

test('a search that has begun is not affected by later changes, merges, and rebuilds', async () => {
  const id = await createListing(database, { title: 'Piano lessons', description: 'At your home in town.' })
  await rebuildIndex(database)
  const reader = readers[0] as IndexReader
  await reader.withView(async (view) => {
    await database.kysely.deleteFrom('listing').where('id', '=', id).execute()
    await listingsWith(reader, 'piano')
    await mergeChanges(database)
    await rebuildIndex(database)
    await listingsWith(reader, 'piano')
    const index = await view.load(['piano'])
    const [segment] = index.segments
    expect(index.documentCount).toBe(1)
    expect(index.listingsWith('piano')).toBe(1)
    expect(segment && [...(index.postingOf('piano', segment, 'titles') ?? [])]).toEqual([0])
    expect(segment?.deleted).toBeNull()
    expect(await view.listingIds([{ segment: segment?.id ?? 0, slot: 0 }])).toEqual([id])
  })
})

test('a merge leaves the other segments as they are, with what was deleted since they were loaded', async () => {
  await createManyListings(database, 200)
  await rebuildIndex(database, { segmentSize: 100 })
  const reader = openIndexReader(database)
  const read = () => reader.withView(async ({ segments }) => segments.toSorted((a, b) => b.size - a.size))
  const deleteOldest = async () => {
    const { rows } = await sql<{ id: string }>`select id from listing order by posted limit 1`.execute(
      database.kysely,
    )
    await database.kysely
      .deleteFrom('listing')
      .where('id', '=', rows[0]?.id ?? '')
      .execute()
  }
  const [newest, oldest] = await read()
  expect([newest?.size, oldest?.size, oldest?.removed?.count]).toEqual([100, 100, 0])

  await deleteOldest()
  await read()
  await createListing(database, { title: 'Piano lessons' })
  await mergeChanges(database)
  const [sameNewest, sameOldest] = await read()
  expect(sameNewest).toBe(newest)
  expect(sameOldest?.columns).toBe(oldest?.columns)
  expect(sameOldest?.removed?.slots).toBe(oldest?.removed?.slots)
  expect(sameOldest?.removed).toEqual({ slots: [99], count: 1 })

  // The reader learns of this one from the segment.
  await deleteOldest()
  await mergeChanges(database)
  const [, later] = await read()
  expect(later?.removed).toEqual({ slots: [99, 98], count: 2 })
  expect(later?.deleted && [...slotsOf(later.deleted)]).toEqual([98, 99])
  expect(await indexedListings(reader)).toHaveLength(199)
})

test('a segment whose deletions were lost is loaded again', async () => {
  await createManyListings(database, 20)
  await rebuildIndex(database)
  const reader = openIndexReader(database)
  const readDeleted = () => reader.withView(async ({ segments }) => segments[0]?.deleted ?? null)
  await sql`delete from listing where id in (select id from listing limit 1)`.execute(database.kysely)
  await mergeChanges(database)
  expect(slotsOf((await readDeleted()) ?? new Uint16Array(0))).toHaveLength(1)
  // As after a standby without the last transactions became the primary.
  await sql`update search_segment set deleted = null, listings = size where state = 'current'`.execute(
    database.kysely,
  )
  await createListing(database)
  await mergeChanges(database)
  expect(await readDeleted()).toBeNull()
})

test('reads only the segments that are new, and each posting once', async () => {
  await createManyListings(database, 300)
  await rebuildIndex(database)
  const keys: unknown[] = []
  const watched: Database = {
    ...database,
    preparedQuery: (key, compose, values) => {
      keys.push(key)
      return database.preparedQuery(key, compose, values)
    },
  }
  const reader = openIndexReader(watched)
  expect(await listingsWith(reader, 'number')).toHaveLength(300)
  expect(keys).toEqual([
    'search-changes',
    'search-segments',
    'search-columns',
    'search-postings',
    'search-listing-ids',
  ])
  keys.length = 0
  await Promise.all([listingsWith(reader, 'number'), listingsWith(reader, 'number')])
  expect(keys.toSorted()).toEqual(['search-changes', 'search-listing-ids', 'search-listing-ids'])
  await createManyListings(database, 5)
  await mergeChanges(database)
  keys.length = 0
  expect(await listingsWith(reader, 'number')).toHaveLength(305)
  expect(keys).toEqual([
    'search-changes',
    'search-segments',
    'search-columns',
    'search-postings-of-segments',
    'search-listing-ids',
  ])
})

test('a large site without an index fails until it is built', async () => {
  await createManyListings(database, 3)
  await sql`select reset_search_index(2)`.execute(database.kysely)
  await expect(found('number')).rejects.toThrow(IndexNotBuilt)
  await createListing(database, { title: 'Piano number one' })
  expect(await mergeChanges(database)).toBeNull()
  expect(await ensureIndex(database)).toBe(4)
  expect(await ensureIndex(database)).toBeNull()
  expect((await found('number')).map(({ length }) => length)).toEqual([4, 4])
})
