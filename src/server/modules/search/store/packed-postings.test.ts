import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPosting, minBitsetSlots } from '../index/posting.ts'
import { countListings, packPostings, postingsOfSegment, unpackPostings } from './packed-postings.ts'

const every = (step: number, count: number) => Array.from({ length: count }, (_, at) => at * step)

/** Lists of odd and even lengths, the longest one, bitsets, and none. */
const posting = fc.oneof(
  fc.constant(null),
  fc
    .uniqueArray(fc.nat(65_535), { minLength: 1, maxLength: 9 })
    .map((slots) => createPosting(slots.sort((a, b) => a - b))),
  fc.constantFrom(
    ...[minBitsetSlots - 1, minBitsetSlots, 20_000].map((count) => createPosting(every(3, count))),
  ),
)
const bySegment = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2 ** 31 - 1 }), posting, posting), {
    maxLength: 6,
    selector: ([segment]) => segment,
  })
  .map((entries) => new Map(entries.map(([segment, titles, bodies]) => [segment, { titles, bodies }])))

test('packed postings are those that were packed', () => {
  fc.assert(
    fc.property(bySegment, (postings) => {
      const packed = packPostings(postings)
      expect(unpackPostings(packed)).toEqual(postings)
      for (const [segment, own] of postings) expect(postingsOfSegment(packed, segment)).toEqual(own)
      expect(postingsOfSegment(packed, 0)).toEqual({ titles: null, bodies: null })
    }),
    { numRuns: 50 },
  )
})

test('a listing with the term in its title and in its body counts twice', () => {
  const titles = createPosting([1, 2])
  const bodies = createPosting(every(2, 5_000))
  expect(
    countListings(
      packPostings(
        new Map([
          [7, { titles, bodies }],
          [9, { titles, bodies: null }],
        ]),
      ),
    ),
  ).toBe(5_004)
})
