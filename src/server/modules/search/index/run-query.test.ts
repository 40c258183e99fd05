import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventDays } from '../../../../shared/list-filters.ts'
import type { Concept, FacetCounts, FacetLevel, IndexFilter, IndexQuery, IndexSort } from '../types.ts'
import { createConceptCache } from './concept-cache.ts'
import { findByDay } from './find-by-day.ts'
import { runNaiveQuery } from './naive-query.ts'
import { slotsByPrice, topicsByPrice } from './price-order.ts'
import { createQueryCache, type QueryCache } from './query-cache.ts'
import {
  type Board,
  boardTerms,
  categoryIds,
  cityIds,
  clockAt,
  createBoard,
  deleteFromBoard,
  placeIds,
  topicIds,
} from './random-board.ts'
import { runQuery } from './run-query.ts'

const today = 9_800
const clock = clockAt(today)

const boardsOf = (sizes: fc.Arbitrary<number[]>) =>
  fc.record({ seed: fc.nat(), sizes }).map(({ seed, sizes }) => createBoard(seed, sizes, clock))

const boards = boardsOf(fc.array(fc.oneof(fc.nat(40), fc.nat(300)), { maxLength: 4, size: 'max' }))

/** With more matches than a list of the best collects before it discards some, in several segments. */
const largeBoards = boardsOf(
  fc.array(fc.integer({ min: 300, max: 600 }), { minLength: 2, maxLength: 3, size: 'max' }),
)

const weight = fc.constantFrom(0, 0.5, 0.8, 1)
const concept: fc.Arbitrary<Concept> = fc.record({
  typed: fc.constant(''),
  alternatives: fc.array(
    fc.record({
      terms: fc.array(fc.constantFrom(...boardTerms), { maxLength: 2 }),
      weight,
      within: fc.option(fc.array(fc.constantFrom(...topicIds), { maxLength: 2 }), { nil: undefined }),
    }),
    { maxLength: 3 },
  ),
  topics: fc.array(fc.record({ id: fc.constantFrom(...topicIds), weight }), { maxLength: 2 }),
  places: fc.option(fc.array(fc.constantFrom(...placeIds), { maxLength: 2 }), { nil: undefined }),
})

/** A part that is missing in most queries. */
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

const ids = (from: number[]) => fc.array(fc.constantFrom(...from), { maxLength: 3 })
const near = fc.record({
  latitude: fc.constantFrom(40, 40.1),
  longitude: fc.constant(-100),
  km: fc.constantFrom(1, 20, 40, 20_000),
})
/** Also those of which a filter reads months and years. */
const days = fc.oneof(
  fc.record({
    from: fc.integer({ min: today - 6, max: today + 2 }),
    to: fc.integer({ min: today, max: today + 8 }),
  }),
  fc.record({
    from: fc.integer({ min: today - 800, max: today + 90 }),
    to: fc.oneof(fc.integer({ min: today - 6, max: today + 800 }), fc.constant(65_534)),
  }),
  fc.record({ when: fc.constantFrom(...eventDays) }),
)
const filter: fc.Arbitrary<IndexFilter> = fc.record({
  kind: fc.constantFrom('service', 'event'),
  ids: fc.record(
    {
      category: ids(topicIds),
      subcategory: ids(topicIds),
      country: ids(placeIds),
      state: ids(placeIds),
      city: ids(placeIds),
    },
    { requiredKeys: [] },
  ),
  price: sometimes(fc.record({ min: fc.constantFrom(0, 100), max: fc.constantFrom(0, 200, 300) })),
  pictures: sometimes(fc.boolean()),
  days: sometimes(days),
  hideEnded: sometimes(fc.boolean()),
  near: sometimes(near),
})
const broadFilter: fc.Arbitrary<IndexFilter> = fc.record({
  kind: fc.constantFrom('service', 'event'),
  ids: fc.constant({}),
})
const eventFilter: fc.Arbitrary<IndexFilter> = fc.record({
  kind: fc.constant('event'),
  ids: fc.constant({}),
  days,
  hideEnded: fc.boolean(),
})
const nearFilter: fc.Arbitrary<IndexFilter> = fc.record({
  kind: fc.constantFrom('service', 'event'),
  ids: fc.constant({}),
  near,
})

const sorts: IndexSort[] = ['relevance', 'newest', 'price-asc', 'price-desc', 'soonest', 'distance']

const queryWith = (concepts: fc.Arbitrary<Concept[]>, filters: fc.Arbitrary<IndexFilter>) =>
  fc.record<IndexQuery>({
    concepts,
    filter: filters,
    clock: fc.constant(clock),
    sort: fc.oneof(fc.constant<IndexSort>('relevance'), fc.constantFrom(...sorts)),
    offset: fc.oneof(fc.constant(0), fc.nat(60), fc.nat(600)),
    limit: fc.oneof(fc.constant(12), fc.nat(300)),
    facets: fc.constantFrom('none', 'top', 'all', 'places'),
    boost: fc.oneof(
      fc.constant(null),
      fc.record({ level: fc.constant('city' as const), ids: ids(placeIds) }),
    ),
  })

const listCounts = ({ topics, places, ...rest }: FacetCounts, level: FacetLevel) => ({
  ...(level !== 'places' && rest),
  topics: topicIds
    .filter((id) => level === 'all' || (level === 'top' && categoryIds.includes(id)))
    .map((id) => topics.get(id) ?? 0),
  places: placeIds.filter((id) => level !== 'top' || !cityIds.includes(id)).map((id) => places.get(id) ?? 0),
})

/** Distances are computed by different formulas, so they differ in the last digits. */
function expectSame(board: Board, query: IndexQuery, cache: QueryCache | null = null) {
  const actual = runQuery(board.index, query, cache)
  const expected = runNaiveQuery(board, query)
  const rounded = ({ hits, facets, ...rest }: typeof actual) => ({
    ...rest,
    facets: facets && listCounts(facets, query.facets),
    hits: hits.map((hit) => ({
      ...hit,
      matched: Number(hit.matched.toFixed(9)),
      km: hit.km === null ? null : Number(hit.km.toFixed(3)),
    })),
  })
  expect(rounded(actual)).toEqual(rounded(expected))
}

type Found = ReturnType<QueryCache['matches']['get']>

/** Returns the cache, which reports what it finds. */
const watchMatches = (cache: QueryCache, report: (key: string, found: Found) => void): QueryCache => ({
  ...cache,
  matches: {
    ...cache.matches,
    get(key, segments) {
      const found = cache.matches.get(key, segments)
      report(key, found)
      return found
    },
  },
})

/** Returns the board as it is after its last segment was merged into others that it does not have. */
const withoutLastSegment = ({ listings, index }: Board): Board => ({
  listings: listings.filter(({ segment }) => segment < index.segments.length - 1),
  index: { ...index, segments: index.segments.slice(0, -1) },
})

const maxWaitMs = 20

/** Returns the cache, which reports when it has the counts of pairs. They are counted only now and then. */
const waitForPairs = (cache: QueryCache, report: () => void): QueryCache => ({
  ...cache,
  pairsOf(...version) {
    for (const started = performance.now(); performance.now() < started + maxWaitMs; ) {
      const pairs = cache.pairsOf(...version)
      if (pairs) report()
      if (pairs) return pairs
    }
    return null
  },
})

/** The calendar from a week before today has the same events on each day as a list of that day, and begins with the first by time. */
function expectSameDays(board: Board, { filter }: IndexQuery, cache: QueryCache | null = null) {
  const range = { from: today - 7, to: today + 13 }
  const { hideEnded: _, days: __, ...rest } = filter
  const query = { ...{ concepts: [], filter: rest, clock }, ...range }
  const calendar = findByDay(board.index, { ...query, limit: 400 }, null, cache)
  const short = findByDay(board.index, { ...query, limit: 3 }, null, cache)
  for (const [at, { total, hits }] of calendar.entries()) {
    const day = range.from + at
    const list = queryFor({ filter: { ...rest, days: { from: day, to: day } }, sort: 'soonest', limit: 400 })
    const expected = runNaiveQuery(board, list)
    expect(total).toBe(expected.full)
    expect(short[at]?.total).toBe(expected.full)
    const positions = (found: { segment: number; slot: number }[]) =>
      found.map(({ segment, slot }) => `${segment} ${slot}`).sort()
    expect(positions(hits)).toEqual(positions(expected.hits))
    const times = expected.hits.map((hit) => timeOn(day, board, hit)).sort(compareTimes)
    expect(short[at]?.hits.map((hit) => timeOn(day, board, hit))).toEqual(times.slice(0, 3))
  }
}

/** Where an event stands on a day of a calendar: after those that begin on it, by time, and the newest first. */
function timeOn(day: number, { listings }: Board, { segment, slot }: { segment: number; slot: number }) {
  const event = listings.find((each) => each.segment === segment - 100 && each.slot === slot)
  if (!event) throw new Error('The board does not have this event.')
  const hasBegun = event.days === null && event.startDay < day
  return [hasBegun ? 1 : 0, event.startMinute, -event.posted]
}

const compareTimes = (a: number[], b: number[]) =>
  a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0

describe('a query returns what its definition says', () => {
  test('with any concepts and filters', () => {
    const query = queryWith(fc.array(concept, { maxLength: 4 }), filter)
    fc.assert(
      fc.property(boards, query, (board, asked) => expectSame(board, asked)),
      { numRuns: 250 },
    )
  })

  test('with many matches, so that it stops early', () => {
    const query = queryWith(fc.array(concept, { minLength: 1, maxLength: 2 }), broadFilter)
    fc.assert(
      fc.property(largeBoards, query, (board, asked) => expectSame(board, asked)),
      { numRuns: 100 },
    )
  })

  test('with several words, so that partial matches follow', () => {
    const word = fc.constantFrom(...boardTerms).map((term) => conceptOf([term]))
    const query = queryWith(fc.array(word, { minLength: 2, maxLength: 6, size: 'max' }), broadFilter)
    fc.assert(
      fc.property(largeBoards, query, (board, asked) => expectSame(board, asked)),
      { numRuns: 100 },
    )
  })

  test('without words, so that facets are counted in advance', () => {
    const lists = fc.record<IndexFilter>({
      kind: fc.constantFrom('service', 'event'),
      ids: fc.oneof(
        fc.record({ category: ids(topicIds), state: ids(placeIds) }, { requiredKeys: [] }),
        fc.constant({}),
      ),
      price: sometimes(fc.constant({ min: 0, max: 200 })),
    })
    const query = queryWith(fc.constant([]), lists).map((asked) => ({ ...asked, facets: 'all' as const }))
    fc.assert(
      fc.property(largeBoards, fc.array(query, { minLength: 2, maxLength: 4 }), (board, asked) => {
        for (const each of asked) expectSame(board, each)
      }),
      { numRuns: 40 },
    )
  })

  test('on some days, in event order', () => {
    const query = queryWith(fc.constant([]), eventFilter).map((asked) => ({
      ...asked,
      sort: 'soonest' as const,
    }))
    fc.assert(
      fc.property(boards, fc.array(query, { minLength: 3, maxLength: 3 }), (board, asked) => {
        for (const each of asked) expectSame(board, each)
        for (const each of asked.slice(0, 1)) expectSameDays(board, each)
      }),
      { numRuns: 60 },
    )
  })

  test('on some days, with a topic in a place, in event order', () => {
    const narrow = fc.record({
      ...{ kind: fc.constant('event' as const), days, hideEnded: fc.boolean() },
      // Most words of 32 slots have none of these.
      ids: fc.record({ subcategory: ids(topicIds), city: ids(placeIds) }),
    })
    const query = queryWith(fc.constant([]), narrow).map((asked) => ({
      ...{ ...asked, sort: 'soonest' as const, facets: 'none' as const },
      // Few, so that not all listings are collected.
      ...{ offset: 0, limit: 1 + (asked.limit % 5) },
    }))
    fc.assert(
      fc.property(largeBoards, fc.array(query, { minLength: 4, maxLength: 4 }), (board, asked) => {
        for (const each of asked) expectSame(board, each)
      }),
      { numRuns: 60 },
    )
  })

  test('with matches of concepts that other queries found', () => {
    const asked = fc.array(queryWith(fc.array(concept, { minLength: 1, maxLength: 3 }), filter), {
      minLength: 2,
      maxLength: 3,
    })
    fc.assert(
      fc.property(largeBoards, asked, (board, queries) => {
        board.index.concepts = createConceptCache({ minSegmentSize: 300, minSources: 1 })
        for (let time = 0; time < 3; time++) for (const query of queries) expectSame(board, query)
      }),
      { numRuns: 25 },
    )
  })

  test('with what equal queries found before some listings were deleted', () => {
    const asked = fc.oneof(
      queryWith(fc.array(concept, { maxLength: 2 }), filter),
      queryWith(fc.array(concept, { maxLength: 1 }), broadFilter),
      queryWith(fc.constant([]), eventFilter),
    )
    const deletions = fc.array(fc.record({ every: fc.integer({ min: 2, max: 40 }), from: fc.nat(40) }), {
      minLength: 2,
      maxLength: 3,
    })
    let hits = 0
    fc.assert(
      fc.property(boards, asked, deletions, (board, query, deleted) => {
        const cache = createQueryCache({ minSegmentSize: 30, minMatches: 1 })
        board.index.concepts = createConceptCache({ minSegmentSize: 60, minSources: 2 })
        const counted = watchMatches(cache, (_key, found) => {
          if (found && found.removals.length > 0) hits += 1
        })
        for (let time = 0; time < 3; time++) expectSame(board, query, counted)
        let version = board
        for (const { every, from } of deleted) {
          version = deleteFromBoard(version, ({ segment, slot }) => (slot + segment) % every === from % every)
          for (let time = 0; time < 2; time++) expectSame(version, query, counted)
        }
        // A query that began earlier still has the earlier version.
        expectSame(board, query, counted)
        expectSame(version, query, counted)
      }),
      { numRuns: 60 },
    )
    expect(hits).toBeGreaterThan(5)
  })

  test('with facets of the query without its topics or places, before and after some listings were deleted', () => {
    const narrowed = fc.record({
      topics: fc.option(fc.constantFrom(...topicIds), { nil: null }),
      places: fc.option(fc.constantFrom(...placeIds), { nil: null }),
      every: fc.integer({ min: 2, max: 60 }),
    })
    const asked = queryWith(fc.array(concept, { maxLength: 2 }), filter).map((query) => ({
      ...query,
      facets: 'all' as const,
    }))
    let reused = 0
    fc.assert(
      fc.property(
        boards,
        asked,
        fc.array(narrowed, { minLength: 4, maxLength: 6 }),
        (board, query, narrowings) => {
          const cache = createQueryCache({ minSegmentSize: 30, minMatches: 1 })
          board.index.concepts = createConceptCache({ minSegmentSize: 60, minSources: 2 })
          const keys = new Set<string>()
          const counted = watchMatches(cache, (key, found) => {
            if (found && keys.has(key)) reused += 1
            keys.add(key)
          })
          let version = board
          for (const { topics, places, every } of narrowings) {
            const ids = { ...(topics && { category: [topics] }), ...(places && { state: [places] }) }
            expectSame(version, { ...query, filter: { ...query.filter, ids } }, counted)
            version = deleteFromBoard(
              version,
              ({ segment, slot }) => (slot + segment) % every === 0 && slot > 9,
            )
          }
        },
      ),
      { numRuns: 80 },
    )
    expect(reused).toBeGreaterThan(20)
  })

  test('without words, with pairs of topics and places counted before and after some listings were deleted', () => {
    const plain = fc.record<IndexFilter>({
      kind: fc.constantFrom('service', 'event'),
      ids: fc.record(
        { category: ids(topicIds), subcategory: ids(topicIds), state: ids(placeIds), city: ids(placeIds) },
        { requiredKeys: [] },
      ),
      near: sometimes(near),
    })
    const someQueries = fc.array(queryWith(fc.constant([]), plain), { minLength: 3, maxLength: 6 })
    const sizes = fc.array(fc.integer({ min: 20, max: 500 }), { minLength: 2, maxLength: 4, size: 'max' })
    let counted = 0
    fc.assert(
      fc.property(
        fc.nat(),
        sizes,
        someQueries,
        fc.integer({ min: 2, max: 40 }),
        (seed, segments, queries, every) => {
          // Deletions are recorded in the board, so each run has its own.
          const board = createBoard(seed, segments, clock)
          const cache = waitForPairs(createQueryCache({ minSegmentSize: 30, minListingsForPairs: 0 }), () => {
            counted += 1
          })
          let version = board
          for (const [at, query] of queries.entries()) {
            expectSame(version, query, cache)
            version = deleteFromBoard(version, ({ segment, slot }) => (slot + segment) % every === at)
          }
          for (const query of queries.slice(0, 1)) {
            expectSame(version, query, cache)
            // A query that began earlier still has the earlier version.
            expectSame(board, query, cache)
            expectSame(withoutLastSegment(version), query, cache)
            expectSame(version, query, cache)
          }
        },
      ),
      { numRuns: 150 },
    )
    expect(counted).toBeGreaterThan(200)
  })

  test('on each day of a calendar of a segment with many series, of which few or most pass the filter', () => {
    const places = [{ country: [1] }, { country: [2] }, { state: [3] }, { city: [8, 9] }]
    let few = 0
    let most = 0
    fc.assert(
      fc.property(largeBoards, (board) => {
        const all = queryFor({ filter: { kind: 'event', ids: {} } })
        const events = runNaiveQuery(board, all).full
        for (const place of places) {
          const some = queryFor({ filter: { kind: 'event', ids: place } })
          const passing = runNaiveQuery(board, some).full
          if (events > 200 && passing > 0 && passing < events * 0.4) few++
          if (events > 200 && passing > events * 0.5) most++
          // The second time, the days of series are known.
          for (const query of [some, all, some]) expectSameDays(board, query)
        }
      }),
      { numRuns: 40 },
    )
    expect(Math.min(few, most)).toBeGreaterThan(3)
  })

  test('with prices in a large segment, few or most of which are in the range', () => {
    const board = createBoard(1_234, [12_000, 100], clock)
    for (const { columns } of board.index.segments) slotsByPrice(columns)
    for (const kind of ['service', 'event'] as const)
      for (const [min, max] of [
        [0, 0],
        [0, 200],
        [0, 300],
        [100, 100],
        [100, 400],
        [150, 160],
        [500, 900],
      ] as const)
        for (const ids of [{}, { city: [8] }])
          expectSame(
            board,
            queryFor({ filter: { kind, ids, price: { min, max } }, sort: 'price-asc', facets: 'all' }),
          )
  })

  test.each([
    ['segments of the same time', 2],
    ['older segments', 100],
  ])('by price and by distance, where few of many matches in %s are among the first', (_, step) => {
    const board = createBoard(4_321, [400, 5_000, 6_000, 9_000], clock, step)
    for (const { columns } of board.index.segments) topicsByPrice(columns)
    const everywhere = { latitude: 40, longitude: -100, km: 20_000 }
    const withPairs = waitForPairs(
      createQueryCache({ minSegmentSize: 4_000, minListingsForPairs: 0 }),
      () => {},
    )
    for (const kind of ['service', 'event'] as const)
      for (const ids of [{}, { country: [1] }, { category: [2] }, { category: [1] }])
        for (const sort of ['price-asc', 'price-desc', 'distance'] as const)
          for (const [offset, limit] of [
            [0, 20],
            [180, 20],
            [1_200, 20],
            [2_000, 20],
          ] as const) {
            const filter = { kind, ids, ...(sort === 'distance' && { near: everywhere }) }
            for (const cache of [null, withPairs])
              expectSame(board, queryFor({ filter, sort, offset, limit, facets: 'all' }), cache)
          }
  })

  test('on each day of a calendar with hundreds of series in a segment', () => {
    const board = createBoard(1_234, [2_500, 300], clock)
    expect(board.listings.filter(({ days }) => days !== null).length).toBeGreaterThan(500)
    for (const ids of [{}, { country: [1] }, { country: [2] }])
      expectSameDays(board, queryFor({ filter: { kind: 'event', ids } }))
  })

  test('on each day of a calendar, with what was found before some listings were deleted', () => {
    const query = queryWith(fc.constant([]), eventFilter)
    fc.assert(
      fc.property(boards, query, fc.integer({ min: 2, max: 40 }), (board, asked, every) => {
        const cache = createQueryCache({ minSegmentSize: 30, minMatches: 1 })
        for (let time = 0; time < 3; time++) expectSameDays(board, asked, cache)
        const later = deleteFromBoard(board, ({ segment, slot }) => (slot + segment) % every === 1)
        for (let time = 0; time < 2; time++) expectSameDays(later, asked, cache)
        expectSameDays(board, asked, cache)
      }),
      { numRuns: 15 },
    )
  })

  test('near a place, so that distance breaks ties', () => {
    const query = queryWith(fc.array(concept, { maxLength: 1 }), nearFilter)
    fc.assert(
      fc.property(largeBoards, query, (board, asked) => expectSame(board, asked)),
      { numRuns: 60 },
    )
  })
})

const conceptOf = (terms: string[]): Concept => ({
  typed: terms.join(' '),
  alternatives: [{ terms, weight: 1 }],
  topics: [],
})

const queryFor = (changes: Partial<IndexQuery>): IndexQuery => ({
  concepts: [],
  filter: { kind: 'service', ids: {} },
  clock,
  sort: 'relevance',
  offset: 0,
  limit: 12,
  facets: 'none',
  boost: null,
  ...changes,
})

describe('a page', () => {
  const board = createBoard(7, [600, 500, 30], clock)

  test('continues where the one before it ends, over the end of the full matches', () => {
    const query = queryFor({ concepts: [conceptOf(['music']), conceptOf(['rare'])] })
    const all = runQuery(board.index, { ...query, limit: 1_000 })
    expect(all.full).toBeGreaterThan(0)
    expect(all.partial).toBeGreaterThan(0)
    const paged = []
    for (let offset = 0; offset < all.hits.length; offset += 7) {
      paged.push(...runQuery(board.index, { ...query, offset, limit: 7 }).hits)
    }
    expect(paged).toEqual(all.hits)
  })

  test('has at most 200 partial matches', () => {
    const concepts = ['clean', 'dog', 'walk'].map((term) => conceptOf([term]))
    const { hits, full, partial } = runQuery(board.index, queryFor({ concepts, limit: 1_000 }))
    expect(partial).toBe(200)
    expect(hits.length).toBe(full + 200)
  })

  test('beyond the last match is empty', () => {
    const { hits, full } = runQuery(
      board.index,
      queryFor({ concepts: [conceptOf(['clean'])], offset: 5_000_000 }),
    )
    expect(hits).toEqual([])
    expect(full).toBeGreaterThan(0)
  })

  test('takes newer listings of a later segment that score as much as the last of a full list', () => {
    const large = createBoard(3, [900, 900, 900], clock)
    const query = queryFor({ concepts: [conceptOf(['dog'])], filter: { kind: 'event', ids: {} } })
    for (const limit of [20, 60, 100, 140, 180]) {
      for (const offset of [0, 40, 100]) expectSame(large, { ...query, limit, offset })
    }
  })

  test('takes partial matches of a later segment that match as much as the last of a full list', () => {
    const large = createBoard(3, [900, 900, 900, 900], clock)
    const concepts = ['clean', 'dog', 'walk', 'music'].map((term) => conceptOf([term]))
    for (const kind of ['service', 'event'] as const) {
      for (const used of [2, 3, 4]) {
        const query = queryFor({ concepts: concepts.slice(0, used), filter: { kind, ids: {} }, limit: 2_000 })
        expectSame(large, query)
      }
    }
  })

  test('of an index without segments is empty', () => {
    const { index } = createBoard(1, [], clock)
    const found = runQuery(index, queryFor({ concepts: [conceptOf(['clean'])], facets: 'all' }))
    expect(found).toMatchObject({ hits: [], full: 0, partial: 0, facets: { free: 0, pictures: 0 } })
    expect(found.facets?.topics.get(1)).toBeUndefined()
  })

  test('contains no listing that was deleted after earlier queries', () => {
    const [first] = runQuery(board.index, queryFor({})).hits
    const segment = board.index.segments.find(({ id }) => id === first?.segment)
    expect(segment).toBeDefined()
    if (!segment || !first) return
    const deleted = segment.deleted?.slice() ?? new Int32Array(2_048)
    deleted[first.slot >>> 5] = (deleted[first.slot >>> 5] ?? 0) | (1 << (first.slot & 31))
    const segments = board.index.segments.map((other) =>
      other === segment ? { ...segment, deleted } : other,
    )
    expect(runQuery({ ...board.index, segments }, queryFor({})).hits).not.toContainEqual(first)
  })
})
