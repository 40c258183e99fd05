import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { connectTo, createDatabase } from '../../../../../test/support/app.ts'
import { createListing, createManyListings } from '../../../../../test/support/factories.ts'
import { indexedListings, listingsWith } from '../../../../../test/support/search-index.ts'
import type { Database } from '../../../platform/database/database.ts'
import { ensureIndex, rebuildIndex } from './build.ts'
import { mergeChanges } from './merge.ts'
import { openIndexReader } from './read.ts'

let database: Database
let address: string
beforeAll(async () => {
  const created = await createDatabase()
  database = created.database
  address = created.address
})
beforeEach(async () => {
  await sql`delete from listing`.execute(database.kysely)
  await sql`select reset_search_index()`.execute(database.kysely)
})

const segmentSize = 10
const segments = async (state: string) => {
  const { rows } = await sql<{
    id: number
  }>`select id from search_segment where state = ${state} order by id`.execute(database.kysely)
  return rows.map(({ id }) => id)
}

/** Runs a rebuild and takes away its database connection after some segments, as if the process died. */
async function interruptRebuild(afterListings: number) {
  const dying = connectTo(address)
  const result = rebuildIndex(dying, {
    segmentSize,
    onProgress(listings) {
      if (listings === afterListings) throw new Error('Killed.')
    },
  })
  await expect(result).rejects.toThrow('Killed.')
  await dying.close()
}

test('an interrupted rebuild continues, and misses no change', async () => {
  await createManyListings(database, 45)
  const moved = await createListing(database, { title: 'Oldest piano', posted: '2020-01-01T00:00:00Z' })
  const reader = openIndexReader(database)
  const edited = await createListing(database, { title: 'Newest piano' })
  await interruptRebuild(20)
  expect(await segments('building')).toHaveLength(2)
  expect(await listingsWith(reader, 'piano')).toEqual([moved, edited].sort())

  const { kysely } = database
  await kysely.updateTable('listing').set({ title: 'Newest violin' }).where('id', '=', edited).execute()
  await kysely
    .updateTable('listing')
    .set({ posted: '2030-01-01T00:00:00Z' })
    .where('id', '=', moved)
    .execute()
  // The rebuild has passed its place in the order.
  await sql`delete from listing where id in (select id from listing where title like 'Listing%' order by posted desc limit 3)`.execute(
    kysely,
  )
  // The changes so far are no longer waiting when the rebuild ends.
  await mergeChanges(database)
  const added = await createListing(database, { title: 'Added piano' })

  const before = await segments('building')
  expect(await rebuildIndex(database, { segmentSize })).toBe(45)
  expect(await segments('current')).toEqual(expect.arrayContaining(before))
  expect(await segments('building')).toEqual([])
  for (const each of [reader, openIndexReader(database)]) {
    expect(await listingsWith(each, 'piano')).toEqual([moved, added].sort())
    expect(await listingsWith(each, 'violin')).toEqual([edited])
    expect(await indexedListings(each)).toHaveLength(45)
  }
  const { rows } = await sql`
    select from search_rebuild union all select from search_rebuild_change union all select from search_rebuild_word
    union all select from search_change`.execute(kysely)
  expect(rows).toEqual([])
})

test('a rebuild can start over', async () => {
  await createManyListings(database, 25)
  await interruptRebuild(20)
  const before = await segments('building')
  expect(await rebuildIndex(database, { segmentSize, restart: true })).toBe(25)
  const current = await segments('current')
  expect(current).toHaveLength(3)
  expect(current.filter((id) => before.includes(id))).toEqual([])
})

test('a rebuild does not repeat the changes that it has read', async () => {
  await createManyListings(database, 25)
  await rebuildIndex(database)
  const { rows } = await sql`select size, listings from search_segment where state = 'current'`.execute(
    database.kysely,
  )
  expect(rows).toEqual([{ size: 25, listings: 25 }])
})

test('two servers that start together build the index once', async () => {
  await createManyListings(database, 25)
  await sql`select reset_search_index(10)`.execute(database.kysely)
  const other = connectTo(address)
  const built = await Promise.all([ensureIndex(database), ensureIndex(other)])
  await other.close()
  expect(built.toSorted()).toEqual([25, null])
})

test('many changes that are waiting at the start make a rebuild', async () => {
  const id = await createListing(database, { title: 'Piano lessons' })
  expect(await ensureIndex(database)).toBeNull()
  await sql`insert into search_change (listing_id) select gen_random_uuid() from generate_series(1, 20000)`.execute(
    database.kysely,
  )
  expect(await ensureIndex(database)).toBe(1)
  expect(await listingsWith(openIndexReader(database), 'piano')).toEqual([id])
})

test('indexes text in any script, empty descriptions aside', async () => {
  const id = await createListing(database, {
    title: '钢琴课程 — Café',
    description: 'Уроки фортепиано 🎹 für Anfänger',
  })
  await rebuildIndex(database)
  const reader = openIndexReader(database)
  expect(await listingsWith(reader, 'cafe')).toEqual([id])
  expect(await listingsWith(reader, 'уроки')).toEqual([id])
})
