/** An engine under test beside the reference engine, which says what it must return. */
import { expect } from 'vitest'
import type {
  CalendarQuery,
  DocumentChange,
  EngineHit,
  EngineQuery,
  EngineResult,
  EngineWriter,
  SearchDocument,
  SearchEngine,
  SearchTree,
} from '../../src/server/modules/search/engine.ts'
import { boardTree } from '../support/search/random-board.ts'
import { createReferenceEngine } from '../support/search/reference-engine.ts'

export type OpenEngine = SearchEngine & { writer: EngineWriter }

export type TestedEngine = {
  name: string
  /** Whether it orders by relevance exactly as the reference does. Others order by rules. */
  hasReferenceScores: boolean
  /** The listings of the board in `npm test`, and of none if it is null; the other boards are slow. */
  sampleBoard: number | null
  /** Opens an engine without an index. */
  open: (tree: SearchTree) => Promise<OpenEngine>
  /** Opens what the engine has stored, after it was closed; null if it stores nothing. */
  reopen: ((tree: SearchTree) => Promise<OpenEngine>) | null
}

const fresh = { fresh: false }
/** As many documents are added to a rebuild at once. */
const batchSize = 250
/** Engines measure the earth a little differently. */
const kmTolerance = 0.005

export type Pair = Awaited<ReturnType<typeof openPair>>

/** Opens an engine beside a reference engine. */
export async function openPair({ open, hasReferenceScores }: Omit<TestedEngine, 'reopen'>) {
  const tested = await open(boardTree)
  const reference = createReferenceEngine(boardTree)
  const engines = [tested, reference]
  let version = 0
  /** Replaced and deleted listings may count when engines weigh words, so scores differ a little. */
  let isRebuilt = true

  /** Compares a result by what every engine promises. */
  async function expectRules(query: EngineQuery, actual: EngineResult, expected: EngineResult) {
    const isOrdered = query.sort !== 'relevance' || query.concepts.length === 0
    const [full, partial] = [actual.hits.filter((hit) => hit.full), actual.hits.filter((hit) => !hit.full)]
    const expectedFull = expected.hits.filter((hit) => hit.full)
    expect(actual.hits.map((hit) => hit.full)).toEqual([...full, ...partial].map((hit) => hit.full))
    if (isOrdered) expect(full.map(hitOf)).toEqual(expectedFull.map(hitOf))
    else {
      const all = await reference.search({ ...query, partial: false, offset: 0, limit: 100_000 }, fresh)
      expect(full.length).toBe(expectedFull.length)
      expectSomeOf(full, all.hits)
    }
    expectDistinct(actual.hits)
    const some = await partialMatches(query)
    expectSomeOf(partial, some)
    expect(actual.partial).toBeLessThanOrEqual(query.partial ? Math.min(200, some.length) : 0)
    // Without a full match, facets count the partial matches, which engines choose.
    if (actual.full > 0 || actual.partial === 0)
      expectSameFacets(actual, await reference.search({ ...query, partial: false }, fresh))
  }

  /** Returns the listings that match some of the concepts, but not all. */
  async function partialMatches(query: EngineQuery): Promise<EngineHit[]> {
    const all = { ...query, partial: false, offset: 0, limit: 100_000 }
    const full = new Set((await reference.search(all, fresh)).hits.map(({ id }) => id))
    const some = await Promise.all(
      query.concepts.map((concept) => reference.search({ ...all, concepts: [concept] }, fresh)),
    )
    const hits = new Map(some.flatMap((result) => result.hits.map((hit) => [hit.id, hit] as const)))
    return [...hits.values()].filter(({ id }) => !full.has(id)).map((hit) => ({ ...hit, full: false }))
  }

  return {
    tested,
    reference,

    /** Replaces the index of both. */
    async load(documents: readonly SearchDocument[]) {
      for (const { writer } of engines) {
        const rebuild = await writer.rebuild()
        for (let at = 0; at < documents.length; at += batchSize)
          await rebuild.add(documents.slice(at, at + batchSize), `added ${at}`)
        await rebuild.finish(`loaded ${version}`)
      }
      version++
      isRebuilt = true
    },

    async apply(changes: readonly DocumentChange[], position = `applied ${version++}`) {
      for (const { writer } of engines) await writer.apply(changes, position)
      isRebuilt = false
    },

    /** Expects that both find the same. */
    async expectSame(query: EngineQuery) {
      const [actual, expected] = [await tested.search(query, fresh), await reference.search(query, fresh)]
      expect(actual.full).toBe(expected.full)
      if (!hasReferenceScores || !isRebuilt) return expectRules(query, actual, expected)
      expect(actual.hits.map(hitOf)).toEqual(expected.hits.map(hitOf))
      expect(actual.partial).toBe(expected.partial)
      expectSameDistances(actual.hits, expected.hits)
      expectSameFacets(actual, expected)
    },

    async expectSameDays(query: CalendarQuery) {
      const [actual, expected] = [await tested.calendar(query, fresh), await reference.calendar(query, fresh)]
      expect(actual).toEqual(expected)
    },

    search: (query: EngineQuery) => tested.search(query, fresh),
    /** Returns the ids that the tested engine finds. */
    idsOf: async (query: EngineQuery) => (await tested.search(query, fresh)).hits.map(({ id }) => id),
    close: () => tested.close(),
  }
}

const hitOf = ({ id, place, full }: EngineHit) => ({ id, place, full })

function expectSomeOf(hits: EngineHit[], all: EngineHit[]) {
  const known = new Map(all.map((hit) => [hit.id, hit]))
  const expected = hits.map(({ id }) => known.get(id))
  expect(hits.map(hitOf)).toEqual(expected.map((hit) => hit && hitOf(hit)))
  expectSameDistances(
    hits,
    expected.filter((hit) => hit !== undefined),
  )
}

export const expectDistinct = (hits: EngineHit[]) =>
  expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length)

function expectSameDistances(actual: EngineHit[], expected: EngineHit[]) {
  for (const [at, { km }] of actual.entries()) {
    const wanted = expected[at]?.km ?? null
    if (km === null || wanted === null) expect(km).toBe(wanted)
    else expect(Math.abs(km - wanted)).toBeLessThanOrEqual(0.01 + wanted * kmTolerance)
  }
}

function expectSameFacets({ facets }: EngineResult, expected: EngineResult) {
  const byId = ([a]: [number, number], [b]: [number, number]) => a - b
  const sorted = ({ facets }: Pick<EngineResult, 'facets'>) =>
    facets && {
      ...facets,
      topics: facets.topics.toSorted(byId),
      places: facets.places.toSorted(byId),
      choices: facets.choices.toSorted(),
    }
  expect(sorted({ facets })).toEqual(sorted(expected))
}
