import { describe, expect, test } from 'vitest'
import {
  boardChoices,
  boardTerms,
  createDocuments,
  idOf,
  numberKeys,
} from '../../../../../../test/support/search/random-board.ts'
import type { SearchDocument } from '../../engine.ts'
import { termsOf } from '../../language/words.ts'
import { dayNumberOf } from '../../relative-days.ts'
import { buildSegment } from './build-segment.ts'
import { unitsOf } from './event-days.ts'
import { secondOf } from './query/segment-sets.ts'
import { choiceTerm, hashOf, numberName, numbersOf, openSegment, reachName, type Segment } from './segment.ts'
import { columnFlags, noDay, sealSegment, UnreadableIndex, verifySegment } from './segment-buffer.ts'
import { slotsOf } from './slots.ts'

/** Many have the same time. */
const documentsOf = (seed: number, count: number) =>
  createDocuments(seed, count).map((document) => ({
    ...document,
    posted: `${document.posted.slice(0, 13)}:00:00Z`,
  }))

const ordered = (documents: SearchDocument[]) =>
  documents.toSorted(
    (a, b) => secondOf(b.posted) - secondOf(a.posted) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
  )

/** Compares everything in a segment with the documents that it was built from. */
function expectSegment(segment: Segment, documents: SearchDocument[]) {
  const expected = ordered(documents)
  expect(segment.size).toBe(expected.length)
  expect(expected.map((_, slot) => segment.idOf(slot))).toEqual(expected.map(({ id }) => id))
  expect(expected.map(({ id }) => segment.slotOf(id))).toEqual(expected.map((_, slot) => slot))
  for (const term of boardTerms) {
    const titles = slotsWhere(expected, ({ title }) => termsOf(title).includes(term))
    const bodies = slotsWhere(
      expected,
      ({ title, text }) => termsOf(text).includes(term) && !termsOf(title).includes(term),
    )
    expect(slotsIn(segment, term, 'titles'), term).toEqual(titles)
    expect(slotsIn(segment, term, 'bodies'), term).toEqual(bodies)
    expect(segment.slotsWith(term)).toBe(titles.length + bodies.length)
  }
  for (const choice of boardChoices) {
    const having = slotsWhere(expected, ({ choices }) => choices.includes(choice))
    expect(slotsIn(segment, choiceTerm(choice), 'titles'), choice).toEqual(having)
  }
  for (const key of numberKeys)
    expectNumbers(
      segment,
      numberName(key),
      expected.map(({ numbers }) => numbers[key] ?? null),
    )
  const reaches = expected.map(({ reachKm }) => reachKm)
  expectNumbers(segment, reachName, reaches)
  expectColumns(segment, expected)
}

function expectNumbers(segment: Segment, name: string, values: (number | null)[]) {
  const found = [...numbersOf(segment, name).subarray(0, segment.size)]
  expect(found, name).toEqual(values.map((value) => value ?? Number.NaN))
}

const slotsWhere = (documents: SearchDocument[], test: (document: SearchDocument) => boolean) =>
  documents.flatMap((document, slot) => (test(document) ? [slot] : []))

const slotsIn = (segment: Segment, term: string, field: 'titles' | 'bodies') => [
  ...slotsOf(segment.postingOf(term, field) ?? new Uint16Array()),
]

function expectColumns({ columns }: Segment, documents: SearchDocument[]) {
  for (const [slot, { kind, topic, place, posted, price, pictures, stale, dates }] of documents.entries()) {
    const flags = columns.flags[slot] ?? 0
    expect({
      kind: flags & columnFlags.event ? 'event' : 'service',
      free: (flags & columnFlags.free) !== 0,
      pictures: (flags & columnFlags.pictures) !== 0,
      stale: (flags & columnFlags.stale) !== 0,
      series: (flags & columnFlags.series) !== 0,
      topic: columns.topic[slot],
      place: columns.place[slot],
      posted: columns.posted[slot],
      price: columns.price[slot],
      days: [columns.startDay[slot], columns.endDay[slot]],
      minutes: [columns.startMinute[slot], columns.endMinute[slot]],
      endsAt: columns.endsAt[slot],
    }).toEqual({
      kind,
      free: price === 0,
      pictures,
      stale,
      series: dates?.series != null,
      topic,
      place,
      posted: secondOf(posted),
      price: Math.round(price * 100),
      days: dates ? [dayNumberOf(dates.firstDay), dayNumberOf(dates.lastDay)] : [noDay, noDay],
      minutes: [dates?.startMinute == null ? 0 : dates.startMinute + 1, dates?.endMinute ?? 1_440],
      endsAt: dates?.endsAt ? secondOf(dates.endsAt) : 0,
    })
  }
}

describe('a segment', () => {
  test('has what the documents have', async () => {
    for (const size of [0, 1, 2, 40, 300]) {
      const documents = documentsOf(size, size)
      expectSegment(await buildSegment(1, documents), documents)
    }
  })

  test('has bitsets of words that many listings have', async () => {
    const documents = documentsOf(3, 9_000)
    const segment = await buildSegment(1, documents)
    expect(segment.postingOf('clean', 'titles')).toBeInstanceOf(Int32Array)
    expect(segment.postingOf('rare', 'titles')).toBeInstanceOf(Uint16Array)
    expectSegment(segment, documents)
  })

  test('does not have other ids and terms, also with the same end and the same hash', async () => {
    const segment = await buildSegment(1, documentsOf(3, 100))
    expect(segment.slotOf(idOf(107))).toBe(-1)
    expect(segment.slotOf('00000000-0000-0000-0000-000000000000')).toBe(-1)
    expect(segment.postingOf('', 'titles')).toBeNull()
    expect(segment.slotsWith('nothing')).toBe(0)
  })

  test('distinguishes terms with the same hash', async () => {
    const [a, b] = termsWithSameHash()
    const [first] = documentsOf(4, 1)
    if (!first) throw new Error('There is no document.')
    const segment = await buildSegment(1, [
      { ...first, id: idOf(1), posted: '2026-01-02T00:00:00Z', title: a, text: '' },
      { ...first, id: idOf(2), posted: '2026-01-01T00:00:00Z', title: '', text: b },
    ])
    expect(slotsIn(segment, a, 'titles')).toEqual([0])
    expect(slotsIn(segment, a, 'bodies')).toEqual([])
    expect(slotsIn(segment, b, 'bodies')).toEqual([1])
  })

  test('finds series by the days of a range', async () => {
    const documents = documentsOf(5, 400)
    const segment = await buildSegment(1, documents)
    const expected = ordered(documents)
    for (const [first, last] of [
      ['2026-01-20', '2026-01-20'],
      ['2026-02-10', '2026-02-19'],
      ['2025-12-31', '2026-12-31'],
    ] as const) {
      const units = unitsOf({ from: dayNumberOf(first), to: dayNumberOf(last) })
      const slots = new Set(units.flatMap(({ term }) => slotsIn(segment, term, 'titles')))
      expect([...slots].sort((a, b) => a - b)).toEqual(
        slotsWhere(
          expected,
          ({ dates }) => dates?.series?.some(([from, to]) => from <= last && to >= first) ?? false,
        ),
      )
    }
  })

  test('counts its words as written, without numbers', async () => {
    const [first, second] = documentsOf(6, 2)
    if (!first || !second) throw new Error('There are no documents.')
    const segment = await buildSegment(1, [
      { ...first, title: 'Dogs and Wi-Fi', text: 'dogs dog 24' },
      { ...second, title: 'dogs', text: '' },
    ])
    expect(Object.fromEntries(segment.words())).toEqual({ dogs: 2, and: 1, wi: 1, fi: 1, wifi: 1, dog: 1 })
  })

  test('is read from the bytes that were written, and never from damaged ones', async () => {
    const documents = documentsOf(7, 50)
    const written = await buildSegment(1, documents)
    const bytes = sealSegment(written.buffer).slice()
    verifySegment(bytes.buffer)
    expectSegment(openSegment(1, bytes.buffer), documents)
    for (const at of [0, 4, 8, 12, 20, 60, bytes.length - 1]) {
      const damaged = bytes.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(() => verifySegment(damaged.buffer), `byte ${at}`).toThrow(UnreadableIndex)
    }
    for (const end of [0, 47, 48, bytes.length - 4])
      expect(() => verifySegment(bytes.slice(0, end).buffer), `${end} bytes`).toThrow(UnreadableIndex)
  })
})

/** By the birthday paradox, a hundred thousand short words have some. */
function termsWithSameHash(): [string, string] {
  const seen = new Map<number, string>()
  for (let number = 0; ; number++) {
    const term = number.toString(36)
    const other = seen.get(hashOf(term))
    if (other !== undefined && termsOf(term)[0] === term && termsOf(other)[0] === other) return [other, term]
    seen.set(hashOf(term), term)
  }
}
