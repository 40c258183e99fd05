import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Field, minBitsetSlots, slotsOf } from '../index/posting.ts'
import type { IndexedListing } from './indexed-listing.ts'
import { createLivePostings } from './live-postings.ts'
import { createTermNumbers } from './live-terms.ts'
import { buildSegment } from './segment-builder.ts'

const words = ['Piano', 'pianos', 'Wi-Fi', 'the', 'café', 'walking', 'walk', '東京', '24/7', 'don’t', 'R&B']
const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(' '))
const dates = fc
  .array(fc.integer({ min: 9_700, max: 9_900 }), { minLength: 2, maxLength: 4 })
  .map((starts) => ({
    ...{ startDay: 9_700, endDay: 9_700, startMinute: null, endMinute: null, endsAt: 0 },
    ...{ starts, lengths: starts.map(() => 1) },
  }))
const listing = (title: string, description: string, at: number, more: Partial<IndexedListing> = {}) => ({
  ...{ id: `${at}`, isEvent: true, title, description, topic: 1, place: 1, posted: 1_000_000 - at, cents: 0 },
  ...{ startDay: null, endDay: null, dates: null, pictures: false, stale: false, ...more },
})
const listings = fc
  .array(fc.record({ title: text, description: text, dates: fc.option(dates) }), { maxLength: 12 })
  .map((list) => list.map((each, at) => listing(each.title, each.description, at, { dates: each.dates })))

const fields: Field[] = ['titles', 'bodies']

test('they are those of a segment with the same listings', async () => {
  await fc.assert(
    fc.asyncProperty(listings, async (list) => {
      const { terms } = await buildSegment(list)
      const numbers = createTermNumbers()
      const postings = createLivePostings(list.map(numbers.read))
      for (const [term, expected] of terms) {
        const number = numbers.get(term) ?? -1
        for (const field of fields)
          expect([...(postings.get(number, field) ?? [])], `${field} of ${term}`).toEqual(expected[field])
        expect(postings.listingsWith(number)).toBe(expected.titles.length + expected.bodies.length)
      }
      expect(numbers.get('unknown')).toBeUndefined()
    }),
    { numRuns: 100 },
  )
})

test('a term of another segment is in no listing', () => {
  const numbers = createTermNumbers()
  const postings = createLivePostings([numbers.read(listing('Piano', '', 0))])
  numbers.read(listing('Violin', '', 1))
  const violin = numbers.get('violin') ?? -1
  expect([postings.get(violin, 'titles'), postings.get(violin, 'bodies')]).toEqual([null, null])
  expect(postings.listingsWith(violin)).toBe(0)
})

test('a term of many listings has a bitset', () => {
  const numbers = createTermNumbers()
  const list = Array.from({ length: minBitsetSlots }, (_, at) => listing('Piano', 'Lessons', at))
  const postings = createLivePostings(list.map(numbers.read))
  const posting = postings.get(numbers.get('piano') ?? -1, 'titles')
  expect(posting).toBeInstanceOf(Int32Array)
  expect(posting && slotsOf(posting)).toHaveLength(minBitsetSlots)
  expect(postings.get(numbers.get('piano') ?? -1, 'titles')).toBe(posting)
})
