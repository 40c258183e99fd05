import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  boardTerms,
  boardTree,
  createDocuments,
  idOf,
  now,
  placeIds,
  today,
  topicIds,
} from '../../../../../../../test/support/search/random-board.ts'
import {
  anyCircle,
  anyConcept,
  anyDays,
  anyEventFilter,
  anyFieldFilter,
  anyFilter,
  anyKind,
  anyQuery,
  anyWord,
  conceptOf,
  plainFilter,
  queryFor,
  sorts,
} from '../../../../../../../test/support/search/random-queries.ts'
import { createReferenceEngine } from '../../../../../../../test/support/search/reference-engine.ts'
import { addDays } from '../../../../../../shared/days.ts'
import type { EngineQuery, EngineResult, SearchDocument, SearchEngine } from '../../../engine.ts'
import { buildSegment } from '../build-segment.ts'
import { createEmbeddedEngine } from '../engine.ts'
import { createEmbeddedIndex, type Segment, withDeleted } from '../segment.ts'
import { addSlot, createBitset } from '../slots.ts'

const options = { fresh: false }

type Board = { engine: SearchEngine; reference: SearchEngine; segments: Segment[] }

/** Opens an engine whose segments have these documents, beside a reference engine with those of them that are not deleted. */
async function openBoard(
  parts: readonly (readonly SearchDocument[])[],
  isDeleted: (document: SearchDocument) => boolean = () => false,
): Promise<Board> {
  const segments: Segment[] = []
  for (const [at, documents] of parts.entries()) {
    const segment = await buildSegment(at, documents)
    const deleted = createBitset()
    for (const document of documents) if (isDeleted(document)) addSlot(deleted, segment.slotOf(document.id))
    segments.push(documents.some(isDeleted) ? withDeleted(segment, deleted) : segment)
  }
  const index = createEmbeddedIndex(segments)
  const engine = createEmbeddedEngine({ tree: () => boardTree, index: () => index, refresh: async () => {} })
  const reference = createReferenceEngine(boardTree)
  const rebuild = await reference.writer.rebuild()
  await rebuild.add(
    parts.flat().filter((document) => !isDeleted(document)),
    '',
  )
  await rebuild.finish('')
  return { engine, reference, segments }
}

/** Splits listings into segments, each newer than the one before, or with `mixed` of the same time. */
function createParts(seed: number, sizes: readonly number[], mixed = false): SearchDocument[][] {
  const count = sizes.reduce((sum, size) => sum + size, 0)
  const documents = createDocuments(seed, count)
  if (mixed) return sizes.map((_, part) => documents.filter((__, at) => at % sizes.length === part))
  let first = 0
  return sizes.map((size) => {
    first += size
    return documents.slice(first - size, first)
  })
}

const partsOf = (sizes: fc.Arbitrary<number[]>) =>
  fc
    .record({ seed: fc.nat(), sizes, mixed: fc.boolean() })
    .map(({ seed, sizes, mixed }) => createParts(seed, sizes, mixed))

const boards = partsOf(fc.array(fc.oneof(fc.nat(40), fc.nat(300)), { maxLength: 4, size: 'max' }))

/** With more matches than a list of the best collects before it discards some, in several segments. */
const largeBoards = partsOf(
  fc.array(fc.integer({ min: 300, max: 600 }), { minLength: 2, maxLength: 3, size: 'max' }),
)

/** Distances are computed by different formulas, so they differ in the last digits. */
function rounded({ hits, facets, ...rest }: EngineResult) {
  const sorted = (counts: [number, number][]) => counts.toSorted(([a], [b]) => a - b)
  return {
    ...rest,
    facets: facets && {
      ...facets,
      topics: sorted(facets.topics),
      places: sorted(facets.places),
      choices: facets.choices.toSorted(),
    },
    hits: hits.map((hit) => ({ ...hit, km: hit.km === null ? null : Number(hit.km.toFixed(3)) })),
  }
}

async function expectSame({ engine, reference }: Board, query: EngineQuery) {
  const actual = await engine.search(query, options)
  expect(rounded(actual)).toEqual(rounded(await reference.search(query, options)))
}

const broadFilter = anyKind.map(plainFilter)
const matchesOf = (min: number, max: number) =>
  anyQuery(fc.array(anyConcept, { minLength: min, maxLength: max }), broadFilter)

const check = (
  parts: fc.Arbitrary<SearchDocument[][]>,
  query: fc.Arbitrary<EngineQuery>,
  numRuns: number,
  isDeleted?: (document: SearchDocument) => boolean,
) =>
  fc.assert(
    fc.asyncProperty(
      parts,
      fc.array(query, { minLength: 1, maxLength: 4, size: 'max' }),
      async (parts, asked) => {
        const board = await openBoard(parts, isDeleted)
        for (const each of asked) await expectSame(board, each)
      },
    ),
    { numRuns },
  )

describe('a query returns what the reference says', () => {
  test('with any concepts and filters', () =>
    check(boards, anyQuery(fc.array(anyConcept, { maxLength: 4 }), anyFilter), 60))

  test('with many matches, so that it stops early', () => check(largeBoards, matchesOf(1, 2), 15))

  test('with several words, so that partial matches follow', () => {
    const words = fc.array(anyWord, { minLength: 2, maxLength: 6, size: 'max' })
    return check(largeBoards, anyQuery(words, broadFilter), 10)
  })

  test('without words, so that facets are counted in advance', () => {
    const ids = (from: number[]) => fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 2 })
    const lists = (from: number[]) => fc.array(ids(from), { maxLength: 1 })
    const filter = fc
      .record({ kind: anyKind, topics: lists(topicIds), places: lists(placeIds) })
      .map(({ kind, topics, places }) => ({ ...plainFilter(kind), topics, places }))
    return check(largeBoards, anyQuery(fc.constant([]), filter), 15, ({ price }) => price === 100)
  })

  test('with fields, so that each facet ignores another part', () =>
    check(largeBoards, anyQuery(fc.array(anyWord, { maxLength: 1 }), anyFieldFilter), 25))

  test('with deleted listings', () => {
    // Deleted listings count when words are weighed, so the order by relevance is not the same.
    const byKey = fc.constantFrom(...sorts.filter((sort) => sort !== 'relevance'))
    const query = anyQuery(fc.array(anyConcept, { maxLength: 2 }), anyFilter, byKey).map((asked) => ({
      ...asked,
      partial: false,
    }))
    return check(boards, query, 60, ({ id }) => id.charCodeAt(0) % 3 === 0)
  })

  test('on some days, in event order', () =>
    check(largeBoards, anyQuery(fc.constant([]), anyEventFilter, fc.constant('soonest')), 15))

  test('on some days, with a topic in a place, in event order', () => {
    const filter = fc
      .record({
        days: anyDays,
        hideEnded: fc.boolean(),
        topic: fc.constantFrom(...topicIds),
        place: fc.constantFrom(...placeIds),
      })
      .map(({ topic, place, ...days }) => ({
        ...plainFilter('event'),
        topics: [[topic]],
        places: [[place]],
        ...days,
      }))
    const query = anyQuery(fc.constant([]), filter, fc.constant('soonest'))
    return check(largeBoards, query, 15)
  })

  test('of series whose current date is over, in event order', async () => {
    const [document] = createDocuments(1, 1)
    if (!document) throw new Error('There is no document.')
    const dates = {
      firstDay: addDays(today, -2),
      lastDay: addDays(today, -2),
      startMinute: 600,
      endMinute: null,
      endsAt: `${addDays(today, 9)}T12:00:00Z`,
      series: [-2, 0, 1, 9].map((days): [string, string] => [addDays(today, days), addDays(today, days)]),
    }
    const isOver = { ...document, kind: 'event' as const, place: 6, dates }
    const isNext = {
      ...isOver,
      id: idOf(1),
      dates: { ...dates, firstDay: addDays(today, 1), lastDay: addDays(today, 1) },
    }
    const board = await openBoard([[isOver, isNext]])
    for (const hideEnded of [true, false])
      for (const days of [
        { from: today, to: today },
        { from: addDays(today, -2), to: addDays(today, 1) },
      ])
        await expectSame(
          board,
          queryFor({ filter: { ...plainFilter('event'), days, hideEnded }, sort: 'soonest' }),
        )
    const filter = { ...plainFilter('event'), days: { when: 'today' as const }, hideEnded: true }
    const { hits } = await board.engine.search(queryFor({ filter, sort: 'soonest' }), options)
    expect(hits.map(({ id }) => id)).toEqual([isOver.id])
  })

  test('near a place, so that distance breaks ties', () => {
    const filter = fc
      .record({ kind: anyKind, near: anyCircle })
      .map(({ kind, near }) => ({ ...plainFilter(kind), near }))
    return check(largeBoards, anyQuery(fc.array(anyConcept, { maxLength: 1 }), filter), 15)
  })

  test.each([{ mixed: false }, { mixed: true }])(
    'by price, with pages of any depth: %o',
    async ({ mixed }) => {
      const board = await openBoard(createParts(5, [900, 700, 40], mixed))
      for (const kind of ['service', 'event'] as const)
        for (const sort of ['price-asc', 'price-desc'] as const)
          for (const offset of [0, 180, 900])
            for (const topics of [[], [[3]], [[1], [4]]])
              await expectSame(
                board,
                queryFor({ filter: { ...plainFilter(kind), topics }, sort, offset, limit: 20 }),
              )
    },
  )

  test('on each day of a calendar', () =>
    fc.assert(
      fc.asyncProperty(
        boards,
        anyFilter,
        fc.array(anyWord, { maxLength: 1 }),
        async (parts, filter, concepts) => {
          const { engine, reference } = await openBoard(parts)
          const { days: _days, hideEnded: _ended, ...rest } = filter
          const range = { from: addDays(today, -7), to: addDays(today, 20) }
          for (const limit of [0, 3, 400]) {
            const query = { concepts, now, filter: { ...rest, kind: 'event' as const }, ...range, limit }
            expect(await engine.calendar(query, options)).toEqual(await reference.calendar(query, options))
          }
        },
      ),
      { numRuns: 30 },
    ))
})

describe('a page', () => {
  const opened = openBoard(createParts(7, [600, 500, 30]))

  test('continues where the one before it ends, over the end of the full matches', async () => {
    const { engine } = await opened
    const query = queryFor({ concepts: [conceptOf('music'), conceptOf('rare')], partial: true })
    const all = await engine.search({ ...query, limit: 1_000 }, options)
    expect(all.full).toBeGreaterThan(0)
    expect(all.partial).toBeGreaterThan(0)
    const paged = []
    for (let offset = 0; offset < all.hits.length; offset += 7)
      paged.push(...(await engine.search({ ...query, offset, limit: 7 }, options)).hits)
    expect(paged).toEqual(all.hits)
  })

  test('has at most 200 partial matches', async () => {
    const { engine } = await opened
    const concepts = boardTerms.slice(0, 3).map((term) => conceptOf(term))
    const query = queryFor({ concepts, limit: 1_000, partial: true })
    const { hits, full, partial } = await engine.search(query, options)
    expect(partial).toBe(200)
    expect(hits.length).toBe(full + 200)
  })

  test('beyond the last match is empty', async () => {
    const { engine } = await opened
    const query = queryFor({ concepts: [conceptOf(boardTerms[0] ?? '')], offset: 5_000_000 })
    const { hits, full } = await engine.search(query, options)
    expect(hits).toEqual([])
    expect(full).toBeGreaterThan(0)
  })

  test('takes newer listings of a later segment that score as much as the last of a full list', async () => {
    const board = await openBoard(createParts(3, [900, 900, 900], true))
    const query = queryFor({
      concepts: [conceptOf('dog')],
      filter: plainFilter('event'),
      sort: 'relevance',
      partial: true,
    })
    for (const limit of [20, 60, 100, 140, 180])
      for (const offset of [0, 40, 100]) await expectSame(board, { ...query, limit, offset })
  })

  test('takes partial matches of a later segment that match as much as the last of a full list', async () => {
    const board = await openBoard(createParts(3, [900, 900, 900, 900], true))
    const concepts = boardTerms.slice(0, 4).map((term) => conceptOf(term))
    for (const kind of ['service', 'event'] as const)
      for (const used of [2, 3, 4])
        await expectSame(
          board,
          queryFor({
            concepts: concepts.slice(0, used),
            filter: plainFilter(kind),
            sort: 'relevance',
            partial: true,
            limit: 2_000,
          }),
        )
  })

  test('of an index without segments is empty', async () => {
    const { engine } = await openBoard([])
    const facets = { topicsUnder: [null], placesUnder: 'all' as const }
    const found = await engine.search(queryFor({ concepts: [conceptOf('dog')], facets }), options)
    expect(found).toEqual({
      hits: [],
      full: 0,
      partial: 0,
      facets: { topics: [], places: [], free: 0, pictures: 0, choices: [] },
    })
  })
})
