/** A stored search must find what an engine finds. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boardTree, createDocuments, now } from '../../../../../test/support/search/random-board.ts'
import { anyConcept, anyFilter, queryFor } from '../../../../../test/support/search/random-queries.ts'
import { createReferenceEngine } from '../../../../../test/support/search/reference-engine.ts'
import { createMatcher } from './matcher.ts'

const anySearch = fc.record({
  concepts: fc.array(anyConcept, { maxLength: 3 }),
  filter: anyFilter.map(({ ids: _ids, ...filter }) => filter),
  phrases: fc.constant<string[][]>([]),
})

test('a stored search matches the listings that the reference finds', () =>
  fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(anySearch, { minLength: 10, maxLength: 20, size: 'max' }),
      async (seed, searches) => {
        const documents = createDocuments(seed, 40)
        const reference = createReferenceEngine(boardTree)
        const rebuild = await reference.writer.rebuild()
        await rebuild.add(documents, '')
        await rebuild.finish('')
        const matcher = createMatcher(boardTree)
        for (const [id, search] of searches.entries()) matcher.add(id, search)
        const found = searches.map(() => new Set<string>())
        for (const document of documents)
          for (const id of (await matcher.match(document, now)).ids) found[id]?.add(document.id)
        for (const [id, { concepts, filter }] of searches.entries()) {
          const { hits } = await reference.search(queryFor({ concepts, filter, limit: 100 }), { fresh: true })
          expect(found[id]).toEqual(new Set(hits.map((hit) => hit.id)))
        }
      },
    ),
    { numRuns: 40 },
  ))

test('a phrase must stand in the title, or in the text', async () => {
  const matcher = createMatcher(boardTree)
  const [document] = createDocuments(1, 1)
  if (!document) throw new Error('unreachable: there is one')
  const filter = { kind: document.kind, topics: [], places: [], ranges: [], flags: [] }
  for (const [id, phrase] of [
    ['piano', 'lesson'],
    ['lesson', 'piano'],
    ['lesson', 'for'],
  ].entries())
    matcher.add(id, { concepts: [], filter, phrases: [phrase] })
  const { ids } = await matcher.match({ ...document, title: 'Piano lessons', text: 'for beginners' }, now)
  expect(ids).toEqual(new Set([0]))
})
