import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPosting, encodePosting, type Field, minBitsetSlots, slotsOf } from '../index/posting.ts'
import {
  countListings,
  type PackedPostings,
  packPostings,
  postingOfSegment,
  type SegmentPostings,
  unpackPostings,
} from './packed-postings.ts'

const every = (step: number, count: number) => Array.from({ length: count }, (_, at) => at * step)

/** Lists of odd and even lengths, the longest one, bitsets, and none; encoded or not. */
const slots = fc.oneof(
  fc.constant<number[]>([]),
  fc.uniqueArray(fc.nat(65_535), { minLength: 1, maxLength: 9 }).map((found) => found.sort((a, b) => a - b)),
  fc.constantFrom(...[minBitsetSlots - 1, minBitsetSlots, 20_000].map((count) => every(3, count))),
)
const bySegment = fc.uniqueArray(
  fc.record({
    segment: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    titles: slots,
    bodies: slots,
    isEncoded: fc.boolean(),
  }),
  { maxLength: 6, selector: ({ segment }) => segment },
)

const slotsIn = (packed: PackedPostings, segment: number, field: Field) => {
  const posting = postingOfSegment(packed, segment, field)
  return posting ? [...slotsOf(posting)] : []
}

/** A buffer that was used before. */
const allocate = (bytes: number) => new Uint8Array(bytes + 100).fill(0xff).buffer

const toPack = (found: number[], isEncoded: boolean) =>
  found.length === 0 ? null : isEncoded ? encodePosting(found) : createPosting(found)

test('packed postings are those that were packed', () => {
  fc.assert(
    fc.property(bySegment, (segments) => {
      const postings: SegmentPostings[] = segments.map(({ segment, titles, bodies, isEncoded }) => ({
        segment,
        titles: toPack(titles, isEncoded),
        bodies: toPack(bodies, !isEncoded),
      }))
      const packed = packPostings(postings, allocate)
      for (const each of [packed, packPostings(unpackPostings(packed), allocate)])
        for (const { segment, titles, bodies } of segments) {
          expect(slotsIn(each, segment, 'titles')).toEqual(titles)
          expect(slotsIn(each, segment, 'bodies')).toEqual(bodies)
        }
      expect(postingOfSegment(packed, 0, 'titles')).toBeNull()
      expect(countListings(packed)).toBe(
        segments.reduce((sum, { titles, bodies }) => sum + titles.length + bodies.length, 0),
      )
    }),
    { numRuns: 50 },
  )
})
