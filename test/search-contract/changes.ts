/** Changes, deletions, and rebuilds, also while others search. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type {
  DocumentChange,
  EngineQuery,
  SearchDocument,
  SearchEngine,
} from '../../src/server/modules/search/engine.ts'
import { createDocuments, idOf, now } from '../support/search/random-board.ts'
import {
  anyConcept,
  anyFilter,
  anyQuery,
  conceptOf,
  plainFilter,
  queryFor,
} from '../support/search/random-queries.ts'
import { expectDistinct, openPair, type Pair, type TestedEngine } from './tested-engine.ts'

const saved = (document: SearchDocument): DocumentChange => ({ id: document.id, document })
const removed = (number: number): DocumentChange => ({ id: idOf(number), document: null })
const fresh = { fresh: false }
/** Lets engines in the same process continue. */
const pause = () => new Promise(setImmediate)

const calendar = {
  concepts: [],
  now,
  filter: plainFilter('event'),
  from: '2026-10-20',
  to: '2026-11-20',
  limit: 5,
}

/** Changes of some of the first listings: removed, replaced by others, or new. */
const anyChanges = fc.record({
  seed: fc.nat(1_000),
  first: fc.nat(500),
  size: fc.integer({ min: 1, max: 80 }),
  keepOneIn: fc.integer({ min: 1, max: 5 }),
})

export function testChanges(engine: TestedEngine) {
  describe('with changes', () => {
    let pair: Pair
    beforeEach(async () => {
      pair = await openPair(engine)
    })
    afterEach(() => pair.close())

    test('has no index at first', async () => {
      expect(await pair.tested.writer.position()).toBeNull()
      for (const call of [
        () => pair.search(queryFor()),
        () => pair.tested.calendar(calendar, fresh),
        () => pair.tested.countTerms(['clean'], fresh),
        () => pair.tested.words(fresh),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'unavailable' })
    })

    test('finds what was saved, replaced, and removed', async () => {
      await pair.load(createDocuments(11, 400))
      const queries = fc.array(anyQuery(fc.array(anyConcept, { maxLength: 2 }), anyFilter), {
        minLength: 4,
        maxLength: 4,
      })
      await fc.assert(
        fc.asyncProperty(anyChanges, queries, async ({ seed, first, size, keepOneIn }, asked) => {
          const documents = createDocuments(seed, size, first)
          await pair.apply(
            documents.map((document, at) => (at % keepOneIn === 0 ? saved(document) : removed(first + at))),
          )
          for (const query of asked) await pair.expectSame(query)
          await pair.expectSame(
            queryFor({ limit: 600, facets: { topicsUnder: [null, 1, 2], placesUnder: 'all' } }),
          )
          await pair.expectSameDays(calendar)
        }),
        { numRuns: 6 },
      )
    })

    test('keeps the last of several changes of a listing', async () => {
      const [first, second] = createDocuments(12, 2)
      if (!first || !second) throw new Error('There are no documents.')
      await pair.load([])
      const kept: SearchDocument = { ...first, kind: 'service', dates: null, price: 7 }
      await pair.apply([saved({ ...kept, price: 1 }), removed(0), saved(kept), saved(second), removed(1)])
      const query = queryFor({ facets: { topicsUnder: [null], placesUnder: [null] } })
      await pair.expectSame(query)
      expect(await pair.idsOf(query)).toEqual([first.id])
      expect(
        await pair.idsOf({ ...query, filter: { ...query.filter, ranges: [{ field: 'price', min: 7 }] } }),
      ).toEqual([first.id])
    })

    test('does nothing when a change comes again, or removes what it does not have', async () => {
      const documents = createDocuments(13, 50)
      await pair.load(documents)
      const changes = [...documents.slice(0, 20).map(saved), removed(7), removed(900)]
      await pair.apply(changes)
      await pair.apply(changes)
      await pair.apply([])
      await pair.expectSame(queryFor({ limit: 100, facets: { topicsUnder: [null], placesUnder: 'all' } }))
    })

    test('finds nothing after everything was removed, and then what is new', async () => {
      const documents = createDocuments(14, 120)
      await pair.load(documents)
      await pair.apply(documents.map((_, at) => removed(at)))
      const query = queryFor({ concepts: [conceptOf('clean')], sort: 'relevance', partial: true })
      expect(await pair.search(query)).toMatchObject({ hits: [], full: 0, partial: 0 })
      await pair.apply(createDocuments(15, 80).map(saved))
      await pair.expectSame(query)
    })

    test('says which changes it has', async () => {
      await pair.load(createDocuments(16, 20))
      const { writer } = pair.tested
      const loaded = await writer.position()
      expect(loaded).toMatch(/^loaded/)
      await pair.apply([removed(1)], 'later')
      expect(['later', loaded]).toContain(await writer.position())
    })
  })

  describe('with a rebuild', () => {
    let pair: Pair
    beforeEach(async () => {
      pair = await openPair(engine)
    })
    afterEach(() => pair.close())
    const query = queryFor({ limit: 500, facets: { topicsUnder: [null], placesUnder: 'all' } })

    test('serves the current index until the new one is complete', async () => {
      const { tested, reference } = pair
      await pair.load(createDocuments(17, 100))
      const documents = createDocuments(18, 300, 1_000)
      const rebuilds = [await tested.writer.rebuild(), await reference.writer.rebuild()]
      for (const rebuild of rebuilds) {
        expect(await rebuild.position()).toBeNull()
        await rebuild.add(documents.slice(0, 200), 'half')
      }
      await pair.expectSame(query)
      await pair.apply([removed(3), ...createDocuments(19, 4, 200).map(saved)])
      await pair.expectSame(query)
      for (const rebuild of rebuilds) {
        await rebuild.add(documents.slice(200), 'all')
        await rebuild.finish('finished')
      }
      await pair.expectSame(query)
      expect(await pair.idsOf(query)).not.toContain(idOf(5))
      expect(await tested.writer.position()).toBe('finished')
      await pair.apply([removed(1_001)])
      await pair.expectSame(query)
    })

    test('begins again instead of continuing', async () => {
      await pair.load([])
      for (const { writer } of [pair.tested, pair.reference]) {
        await (await writer.rebuild()).add(createDocuments(29, 30), '30')
        const other = await writer.rebuild(true)
        expect(await other.position()).toBeNull()
        await other.add(createDocuments(30, 20, 100), '20')
        await other.finish('finished')
      }
      await pair.expectSame(query)
    })

    test('continues one that was interrupted', async () => {
      const documents = createDocuments(20, 300)
      await pair.load([])
      for (const { writer } of [pair.tested, pair.reference]) {
        const first = await writer.rebuild()
        for (let end = 10; end <= 250; end += 10) await first.add(documents.slice(end - 10, end), `${end}`)
        const second = await writer.rebuild()
        const position = Number(await second.position())
        expect(position).toBeGreaterThan(0)
        await second.add(documents.slice(position), '300')
        await second.finish('finished')
        expect(await (await writer.rebuild()).position()).toBeNull()
      }
      await pair.expectSame(query)
      const sorted = async (engine: SearchEngine) => (await engine.words(fresh)).sort()
      expect(await sorted(pair.tested)).toEqual(await sorted(pair.reference))
    })
  })

  describe('while others search', () => {
    let pair: Pair
    const stable = createDocuments(21, 200).map((document) => ({ ...document, pictures: true }))
    const changing = createDocuments(22, 40, 500).map((document) => ({ ...document, pictures: true }))
    const everything: EngineQuery = queryFor({
      filter: { ...plainFilter('service'), flags: ['pictures'] },
      limit: 300,
      facets: { topicsUnder: [null], placesUnder: [null] },
    })
    const services = [...stable, ...changing].filter(({ kind }) => kind === 'service')
    beforeEach(async () => {
      pair = await openPair(engine)
      await pair.load([...stable, ...changing])
    })
    afterEach(() => pair.close())

    /** Changes the index some times while three others search, and returns how often they did. */
    async function searchDuring(
      rounds: number,
      change: (round: number) => Promise<void>,
      check: (ids: string[]) => void,
    ) {
      let isDone = false
      let searches = 0
      const search = async () => {
        while (!isDone) {
          const { hits, full } = await pair.search(everything)
          expectDistinct(hits)
          expect(full).toBe(hits.length)
          check(hits.map(({ id }) => id))
          searches++
          await pause()
        }
      }
      const stop = () => {
        isDone = true
      }
      const changeAll = async () => {
        for (let round = 0; round < rounds; round++) {
          await change(round)
          await pause()
        }
      }
      await Promise.all([search(), search(), search(), changeAll().finally(stop)])
      return searches
    }

    test('never loses a listing that is replaced', async () => {
      const ids = services.map(({ id }) => id).sort()
      const searches = await searchDuring(
        30,
        (round) => pair.apply(changing.map((document) => saved({ ...document, price: round }))),
        (found) => expect(found.toSorted()).toEqual(ids),
      )
      expect(searches).toBeGreaterThan(3)
      await pair.expectSame(everything)
    })

    test('finds what does not change while other listings come and go', async () => {
      const known = new Set(stable.filter(({ kind }) => kind === 'service').map(({ id }) => id))
      const passing = new Set(services.map(({ id }) => id))
      const gone = changing.map(({ id }) => ({ id, document: null }))
      await searchDuring(
        30,
        (round) => pair.apply(round % 2 === 0 ? gone : changing.map(saved)),
        (found) => {
          expect(found.filter((id) => known.has(id)).length).toBe(known.size)
          expect(found.filter((id) => !passing.has(id))).toEqual([])
        },
      )
      await pair.expectSame(everything)
    })

    test('finds everything while an equal index replaces the current one', async () => {
      const ids = services.map(({ id }) => id).sort()
      await searchDuring(
        4,
        () => pair.load([...stable, ...changing]),
        (found) => expect(found.toSorted()).toEqual(ids),
      )
    })
  })

  const { reopen } = engine
  describe.runIf(reopen)('after a restart', () => {
    test('has the changes up to its position', async () => {
      const pair = await openPair(engine)
      const documents = createDocuments(23, 500)
      await pair.load(documents)
      const batches = Array.from({ length: 5 }, (_, batch) =>
        createDocuments(24 + batch, 60, 40 * batch).map((document, at) =>
          at % 4 === 0 ? removed(40 * batch + at) : saved(document),
        ),
      )
      for (const [at, changes] of batches.entries()) await pair.apply(changes, `batch ${at}`)
      await pair.close()
      const again = await openPair({ ...engine, open: reopen ?? engine.open })
      const position = await again.tested.writer.position()
      const applied = batches.findIndex((_, at) => position === `batch ${at}`)
      for (const changes of batches.slice(applied + 1)) await again.tested.writer.apply(changes, 'again')
      const wanted = await pair.reference.search(
        queryFor({ limit: 1_000, facets: { topicsUnder: [null], placesUnder: 'all' } }),
        fresh,
      )
      const found = await again.search(
        queryFor({ limit: 1_000, facets: { topicsUnder: [null], placesUnder: 'all' } }),
      )
      expect(found.hits).toEqual(wanted.hits)
      expect(found.facets?.free).toBe(wanted.facets?.free)
      await again.close()
    })
  })
}
