import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../../../../test/support/app.ts'
import { createListing, createManyListings } from '../../../../../test/support/factories.ts'
import { indexedListings, listingsByField } from '../../../../../test/support/search-index.ts'
import type { Database } from '../../../platform/database/database.ts'
import { countStoredWords } from '../language/stored-words.ts'
import { rebuildIndex } from './build.ts'
import { chooseGroup, combineOnce } from './combine.ts'
import { mergeChanges } from './merge.ts'
import { type IndexReader, openIndexReader } from './read.ts'
import { changingIndex } from './session.ts'
import { readStoredWords } from './vocabulary.ts'

let database: Database
beforeAll(async () => {
  database = (await createDatabase()).database
})

const words = ['piano', 'violin', 'lesson', 'garden', 'fence', 'paint']
const texts = fc
  .array(fc.constantFrom(...words), { minLength: 2, maxLength: 4 })
  .map((list) => list.join(' '))
const index = fc.nat(30)
const operations = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ step: fc.constant('post' as const), title: texts, description: texts }),
    },
    { weight: 2, arbitrary: fc.record({ step: fc.constant('edit' as const), at: index, title: texts }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('hide' as const), at: index }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('show' as const), at: index }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('delete' as const), at: index }) },
    { weight: 2, arbitrary: fc.record({ step: fc.constant('merge' as const) }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('search' as const) }) },
  ),
  { minLength: 5, maxLength: 40 },
)

/** Returns everything that searches can see. */
async function contentOf(reader: IndexReader) {
  const terms = [...words, 'unknown']
  const matches = await reader.withView((view) =>
    Promise.all(terms.map((term) => listingsByField(view, term))),
  )
  return { listings: await indexedListings(reader), matches }
}

/** Applies random operations so many times. */
async function expectEqualIndexes(numRuns: number) {
  const { kysely } = database
  const reader = openIndexReader(database)
  await fc.assert(
    fc.asyncProperty(operations, async (list) => {
      await sql`delete from listing`.execute(kysely)
      const ids: string[] = []
      for (const operation of list) {
        if (operation.step === 'post') ids.push(await createListing(database, operation))
        else if (operation.step === 'merge') await mergeChanges(database)
        else if (operation.step === 'search') await contentOf(reader)
        else {
          const id = ids[operation.at % Math.max(1, ids.length)]
          if (id === undefined) continue
          if (operation.step === 'delete') await kysely.deleteFrom('listing').where('id', '=', id).execute()
          else
            await kysely
              .updateTable('listing')
              .set(
                operation.step === 'edit'
                  ? { title: operation.title }
                  : { status: operation.step === 'hide' ? 'hidden' : 'active' },
              )
              .where('id', '=', id)
              .execute()
        }
      }
      const before = await contentOf(reader)
      await mergeChanges(database)
      const merged = await contentOf(reader)
      await rebuildIndex(database, { segmentSize: 7 })
      const rebuilt = await contentOf(reader)
      const first = await contentOf(openIndexReader(database))
      expect(before).toEqual(rebuilt)
      expect(merged).toEqual(rebuilt)
      expect(first).toEqual(rebuilt)
    }),
    { numRuns },
  )
}

test('after any operations, the index is equal to a new one', () => expectEqualIndexes(6))
test('after very many operations, the index is equal to a new one', { tags: ['slow'] }, () =>
  expectEqualIndexes(50),
)

test('many merges leave few segments, and replaced ones are deleted later', async () => {
  await sql`select reset_search_index()`.execute(database.kysely)
  for (let run = 0; run < 40; run++) {
    await createListing(database, { title: `Piano number ${run}` })
    expect(await mergeChanges(database)).toBeGreaterThan(0)
  }
  const count = async (condition: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from search_segment where ${sql.raw(condition)}`.execute(database.kysely)
    return rows[0]?.count ?? 0
  }
  expect(await count(`state = 'current'`)).toBeLessThanOrEqual(8)
  expect(await count(`state = 'retired'`)).toBeGreaterThan(10)
  for (let run = 0; run < 8; run++) await mergeChanges(database)
  await sql`update search_segment set retired = retired - interval '61 seconds' where state = 'retired'`.execute(
    database.kysely,
  )
  for (let run = 0; run < 15; run++) await mergeChanges(database)
  expect(await count(`state = 'retired'`)).toBe(0)
  const { rows } = await sql`
    select from search_posting where segment_id not in (select id from search_segment)
    union all select from search_slot where segment_id not in (select id from search_segment)`.execute(
    database.kysely,
  )
  expect(rows).toEqual([])
})

test('rewrites a segment of which much is deleted', async () => {
  await sql`delete from listing`.execute(database.kysely)
  await createManyListings(database, 20)
  await rebuildIndex(database)
  await sql`delete from listing where id in (select id from listing limit 8)`.execute(database.kysely)
  await mergeChanges(database)
  const { rows } = await sql`select size, listings from search_segment where state = 'current'`.execute(
    database.kysely,
  )
  expect(rows).toEqual([{ size: 12, listings: 12 }])
})

test.each([
  ['nothing with two of a size', [1, 2, 10, 11], null],
  ['nothing of different tiers', [1, 3, 4, 15, 16], null],
  ['three of a tier', [4, 5, 6, 70], [0, 1, 2]],
  ['the smallest first', [1, 1, 1, 4, 5, 6], [0, 1, 2]],
  ['no more than fit', [20_000, 21_000, 30_000], [0, 1]],
  ['nothing that does not fit', [40_000, 45_000, 50_000], null],
])('combines %s', (_what, sizes, expected) => {
  const segments = sizes.map((size, id) => ({ id, size, listings: size }))
  expect(chooseGroup(segments)?.map(({ id }) => id) ?? null).toEqual(expected)
})

test('only one transaction changes the segments at a time', async () => {
  await createListing(database)
  const inside = await changingIndex(database, async (session) => {
    expect(await mergeChanges(database)).toBeNull()
    return combineOnce(session)
  })
  expect(inside).toBe(false)
  expect(await mergeChanges(database)).toBe(1)
})

test('the vocabulary counts the listings with each word, and contains new words at once', async () => {
  await sql`delete from listing`.execute(database.kysely)
  await createListing(database, { title: 'Piano, piano', description: 'Learn the piano and sing.' })
  await createListing(database, { title: 'Old pianos', description: 'A piano from 1920, tuned.' })
  await createListing(database, { title: 'Tuned violins', description: 'Strings for a violin.' })
  const counts = async () => Object.fromEntries(countStoredWords(await readStoredWords(database)))
  expect(await counts()).toMatchObject({ piano: 2, pianos: 1, tuned: 2 })
  expect(await counts()).not.toHaveProperty('1920')
  await rebuildIndex(database)
  expect(await counts()).toMatchObject({ piano: 2, tuned: 2 })
  expect(await counts()).not.toHaveProperty('pianos')
  const id = await createListing(database, { title: 'Piano movers' })
  expect(await counts()).toMatchObject({ piano: 3, movers: 1 })
  await mergeChanges(database)
  expect(await counts()).toMatchObject({ piano: 3, movers: 1 })
  await database.kysely.updateTable('listing').set({ title: 'Piano haulers' }).where('id', '=', id).execute()
  await mergeChanges(database)
  expect(await counts()).toMatchObject({ piano: 3, movers: 1, haulers: 1 })
})
