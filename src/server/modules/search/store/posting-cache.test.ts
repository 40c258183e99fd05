import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../../../bench/seeded-random.ts'
import { createDatabase } from '../../../../../test/support/app.ts'
import { createManyListings } from '../../../../../test/support/factories.ts'
import { slotsOf } from '../index/posting.ts'
import { createBufferPool } from './buffer-pool.ts'
import { rebuildIndex } from './build.ts'
import { postingOfSegment } from './packed-postings.ts'
import { createPostingCache, type PostingCache } from './posting-cache.ts'

test('searches at the same time read the right postings while others replace them in the cache', async () => {
  const { database } = await createDatabase()
  await createManyListings(database, 3_000)
  const divisors = [2, 3, 4, 5, 6, 7]
  const words = sql.join(
    divisors.map((divisor) => sql`'by' || ${sql.lit(divisor)} || 'is' || number % ${sql.lit(divisor)}`),
    sql` || ' ' || `,
  )
  await sql`update listing set title = ${words} from (select id, row_number() over () as number from listing) numbered
    where numbered.id = listing.id`.execute(database.kysely)
  await rebuildIndex(database)
  const { rows } = await sql<{ id: number }>`select id from search_segment where state = 'current'`.execute(
    database.kysely,
  )
  const segments = { ids: rows.map(({ id }) => id), isPart: false }
  const terms = divisors.flatMap((divisor) =>
    Array.from({ length: divisor }, (_, rest) => `by${divisor}is${rest}`),
  )

  const pool = createBufferPool(64 * 1024)
  const read = async (cache: PostingCache, wanted: string[], turns: number) => {
    const loaded = await cache.load(database, segments, wanted)
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
    return wanted.map((term) => {
      const packed = loaded.get(term)?.packed
      const titles = packed ? postingOfSegment(packed, segments.ids[0] ?? 0, 'titles') : null
      return titles && slotsOf(titles).join()
    })
  }
  const large = createPostingCache(64 * 1024 * 1024, createBufferPool(0))
  const expected = new Map<string, string | null>()
  for (const [at, slots] of (await read(large, terms, 0)).entries()) expected.set(terms[at] ?? '', slots)
  expect(new Set(expected.values()).size).toBe(terms.length)

  const random = seededRandom(7)
  // Two or three of the postings fit.
  const small = createPostingCache(8 * 1024, pool)
  const search = async () => {
    for (let round = 0; round < 40; round += 1) {
      const wanted = [random.pick(terms), random.pick(terms), random.pick(terms)]
      const found = await pool.use(() => read(small, wanted, random.below(4)))
      expect(found).toEqual(wanted.map((term) => expected.get(term)))
    }
  }
  await Promise.all(Array.from({ length: 12 }, search))
})
