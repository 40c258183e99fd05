import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxSegmentSize } from '../types.ts'
import { type Columns, createColumns, decodeColumns, encodeColumns } from './columns.ts'
import {
  createPosting,
  decodePosting,
  encodePosting,
  intersectionOf,
  isIn,
  minBitsetSlots,
  type Posting,
  slotCount,
  slotsOf,
  unionOf,
} from './posting.ts'

const ascending = (slots: Iterable<number>) => [...slots].sort((a, b) => a - b)

/** Slots with any density, so that both forms of a posting and both encodings occur. */
const slotSets = fc
  .record({
    few: fc.uniqueArray(fc.nat(maxSegmentSize - 1), { maxLength: 50 }),
    run: fc.record({
      start: fc.nat(maxSegmentSize - 1),
      count: fc.oneof(fc.constant(0), fc.constantFrom(4_090, 4_095, 4_096, 4_097), fc.nat(12_000)),
      step: fc.integer({ min: 1, max: 200 }),
    }),
  })
  .map(({ few, run: { start, count, step } }) => {
    const slots = new Set(few)
    for (let at = 0; at < count; at++) slots.add((start + at * step) % maxSegmentSize)
    return ascending(slots)
  })

const expectSlots = (posting: Posting, slots: number[]) => {
  expect(Array.from(slotsOf(posting))).toEqual(slots)
  expect(slotCount(posting)).toBe(slots.length)
  expect(posting instanceof Uint16Array).toBe(slots.length < minBitsetSlots)
}

describe('a posting', () => {
  test('is the same after encoding and decoding', () => {
    fc.assert(
      fc.property(slotSets, (slots) => {
        const bytes = encodePosting(slots)
        expectSlots(decodePosting(bytes), slots)
        expectSlots(createPosting(slots), slots)
        expect(bytes.length).toBeLessThanOrEqual(1 + maxSegmentSize / 8)
      }),
      { numRuns: 100 },
    )
  })

  test.each([
    ['no slot', [], 1],
    ['the first slot', [0], 2],
    ['the last slot', [maxSegmentSize - 1], 4],
    ['a slot 128 after another', [5, 134], 4],
    ['every slot of a segment', Array.from({ length: maxSegmentSize }, (_, slot) => slot), 1 + 8_192],
  ])('of %s takes few bytes', (_, slots, length) => {
    expect(encodePosting(slots).length).toBe(length)
    expectSlots(decodePosting(encodePosting(slots)), slots)
  })

  test('has unions, intersections, and members like sets', () => {
    fc.assert(
      fc.property(slotSets, slotSets, fc.nat(maxSegmentSize - 1), (a, b, slot) => {
        const [first, second] = [createPosting(a), createPosting(b)]
        const [setA, setB] = [new Set(a), new Set(b)]
        expectSlots(unionOf(first, second), ascending(new Set([...a, ...b])))
        expectSlots(
          intersectionOf(first, second),
          a.filter((member) => setB.has(member)),
        )
        expect(isIn(first, slot)).toBe(setA.has(slot))
        for (const member of a.slice(0, 20)) expect(isIn(first, member)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  test.each([
    ['no bytes', []],
    ['an unknown format', [9, 1]],
    ['a number that does not end', [1, 3, 0x80]],
    ['a slot beyond the segment', [1, 0xff, 0xff, 0x7f]],
    ['a bitset that is too long', [2, ...new Uint8Array(8_193)]],
  ])('of %s is rejected', (_, bytes) => {
    expect(() => decodePosting(Uint8Array.from(bytes))).toThrow(RangeError)
  })
})

describe('columns', () => {
  const listing = fc.record({
    flags: fc.nat(31),
    topic: fc.nat(0xffff_ffff),
    place: fc.nat(0xffff_ffff),
    posted: fc.nat(0xffff_ffff),
    price: fc.nat(0xffff_ffff),
    startDay: fc.nat(65_535),
    endDay: fc.nat(65_535),
    startMinute: fc.nat(1_440),
    endMinute: fc.nat(1_440),
    endsAt: fc.nat(0xffff_ffff),
  })

  const columnsOf = (listings: { [Name in keyof Columns]: number }[]) => {
    const columns = createColumns(listings.length)
    listings.forEach((values, slot) => {
      for (const name of Object.keys(values) as (keyof Columns)[]) columns[name][slot] = values[name]
    })
    return columns
  }

  test('are the same after encoding and decoding, wherever the bytes start', () => {
    fc.assert(
      fc.property(fc.array(listing, { maxLength: 40 }), fc.nat(7), (listings, start) => {
        const columns = columnsOf(listings)
        const bytes = encodeColumns(columns)
        const moved = new Uint8Array(start + bytes.length)
        moved.set(bytes, start)
        expect(decodeColumns(moved.subarray(start))).toEqual(columns)
      }),
    )
  })

  test('of another version or length are rejected', () => {
    const bytes = encodeColumns(createColumns(3))
    expect(() => decodeColumns(bytes.subarray(0, -1))).toThrow('cannot have')
    expect(() => decodeColumns(bytes.subarray(0, 5))).toThrow('no header')
    bytes[0] = 1
    expect(() => decodeColumns(bytes)).toThrow('version 1')
  })
})
