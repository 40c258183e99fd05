import { expect, test } from 'vitest'
import { type SearchTree, SearchUnavailable } from '../../engine.ts'
import { createEmbeddedEngine } from './engine.ts'
import { createEmbeddedIndex, type Segment } from './segment.ts'

const noTree: SearchTree = { topics: [], places: [] }

/** Calls an engine whose index cannot be brought up to date. */
function call(refreshError: Error, { hasReplica }: { hasReplica: boolean }) {
  const engine = createEmbeddedEngine({
    tree: () => noTree,
    index: () => createEmbeddedIndex([]),
    refresh: () => Promise.reject(refreshError),
    hasReplica,
  })
  return engine.countTerms(['piano'], { fresh: true })
}

const isAway = new Error('The connection is lost.')
const isLate = new SearchUnavailable()

test('a fresh call fails if the index cannot be brought up to date', async () => {
  await expect(call(isAway, { hasReplica: false })).rejects.toBe(isAway)
  await expect(call(isLate, { hasReplica: false })).rejects.toBe(isLate)
})

test('with a replica, fresh calls go on while the primary is away, but not while the index is late', async () => {
  expect(await call(isAway, { hasReplica: true })).toEqual([0])
  await expect(call(isLate, { hasReplica: true })).rejects.toBe(isLate)
})

test('calls at the same time share one reading of all words', async () => {
  let readings = 0
  const segment: Partial<Segment> = {
    size: 3,
    listings: 3,
    words() {
      readings++
      return [['kite', 3]]
    },
  }
  const { words } = createEmbeddedEngine({
    tree: () => noTree,
    index: () => createEmbeddedIndex([segment as Segment]),
    refresh: async () => {},
  })
  const read = () => words({ fresh: false })
  expect(await Promise.all([read(), read(), read()])).toEqual([[['kite', 3]], [['kite', 3]], [['kite', 3]]])
  expect(readings).toBe(1)
  await read()
  expect(readings).toBe(2)
})
