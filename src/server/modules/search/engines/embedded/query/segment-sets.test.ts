import { expect, test } from 'vitest'
import { createTree, type IdSet, idsUnder } from '../../matching.ts'
import { addSlot, createBitset, hasSlot } from '../slots.ts'
import { addGroups, groupSlots, slotsOfIds } from './segment-sets.ts'

/** Ids 1 and 2 are states. Towns 3 to 599 are in one of them: the first state has those up to 20. */
const nodes = Array.from({ length: 599 }, (_, at) => ({
  id: at + 1,
  parent: at < 2 ? null : at < 20 ? 1 : 2,
}))
const { topics: branch } = createTree({ topics: nodes, places: [] })
const place = Uint32Array.from({ length: 9_000 }, (_, slot) => 1 + ((slot * slot * 7 + slot) % 598))
const groups = groupSlots(place)

const isIn = ({ runs }: IdSet, id: number) =>
  runs.some((first, at) => at % 2 === 0 && first <= id && id <= (runs[at + 1] ?? 0))

function expectSlots(set: IdSet) {
  const expected = [...place.keys()].filter((slot) => isIn(set, place[slot] ?? 0))
  const target = createBitset()
  addSlot(target, 8_999)
  expect(slotsOfIds(groups, set).count).toBe(expected.length)
  expect(addGroups(target, groups, set)).toBe(expected.length > 0)
  expect([...place.keys()].filter((slot) => hasSlot(target, slot))).toEqual([
    ...new Set([...expected, 8_999]),
  ])
  return slotsOfIds(groups, set).bitset !== null
}

test.each([
  ['a town', [17], false],
  ['a small state', [1], false],
  ['a large state, whose slots are a bitset', [2], true],
  ['both states', [1, 2], true],
  ['no place', [], false],
])('collects the slots of %s', (_name, ids, isBitset) => {
  const set = idsUnder(branch, [ids])
  expect(idsUnder(branch, [ids])).toBe(set)
  expect(expectSlots(set)).toBe(isBitset)
  // The second time, what was found is used.
  expect(expectSlots(set)).toBe(isBitset)
})

test('intersects lists of ids', () => {
  const idsOf = (...lists: number[][]) => {
    const set = idsUnder(branch, lists)
    return nodes.map(({ id }) => id).filter((id) => isIn(set, id))
  }
  expect(idsOf([1], [7, 30])).toEqual([7])
  expect(idsOf([7, 30], [2])).toEqual([30])
  expect(idsOf([2], [])).toEqual([])
  // 1 and 2 together are not the same as 12.
  expect(idsOf([1, 2], [5])).toEqual([5])
  expect(idsOf([12], [5])).toEqual([])
})
