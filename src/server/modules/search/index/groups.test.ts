import { expect, test } from 'vitest'
import { addSlot, createBitset, hasSlot } from './bitset.ts'
import { addGroups, groupSlots, slotsOfIds } from './groups.ts'
import { type IdSet, idsUnder, idsUnderAll, isShared } from './taxonomy.ts'

/** Ids 1 and 2 are states. Towns 3 to 599 are in one of them: the first state has those up to 20. */
const parents = Uint32Array.from({ length: 600 }, (_, id) => (id < 3 ? 0 : id <= 20 ? 1 : 2))
const place = Uint32Array.from({ length: 9_000 }, (_, slot) => 1 + ((slot * slot * 7 + slot) % 598))
const groups = groupSlots(place)

function expectSlots(set: IdSet) {
  const expected = [...place.keys()].filter((slot) => set[place[slot] ?? 0])
  const target = createBitset()
  addSlot(target, 8_999)
  expect(slotsOfIds(groups, set).count).toBe(expected.length)
  expect(addGroups(target, groups, set)).toBe(expected.length > 0)
  expect([...place.keys()].filter((slot) => hasSlot(target, slot))).toEqual([
    ...new Set([...expected, 8_999]),
  ])
  return slotsOfIds(groups, set).slots !== null
}

test.each([
  ['a town', [17], false],
  ['a small state', [1], false],
  ['a large state, whose slots are kept', [2], true],
  ['both states', [1, 2], true],
  ['no place', [], false],
])('collects the slots of %s', (_name, ids, isKept) => {
  const set = idsUnder(parents, ids)
  expect(isShared(set)).toBe(true)
  expect(idsUnder(parents, ids)).toBe(set)
  expect(expectSlots(set)).toBe(isKept)
  // The second time, what was kept is used; a set of one query only keeps nothing.
  expect(expectSlots(set)).toBe(isKept)
  expect(expectSlots(set.slice())).toBe(false)
})

test('combines lists of ids, each of which narrows', () => {
  const idsOf = (lists: (number[] | undefined)[]) => {
    const set = idsUnderAll(parents, lists)
    return set && [...set.keys()].filter((id) => set[id])
  }
  expect(idsOf([undefined, undefined])).toBeNull()
  expect(idsOf([[1], undefined, [7, 30]])).toEqual([7])
  expect(idsOf([[7, 30], [2]])).toEqual([30])
  expect(idsOf([[2], []])).toEqual([])
  expect(idsUnderAll(parents, [[1], [7]])).toBe(idsUnderAll(parents, [[1], [7]]))
  // 1 and 2 together are not the same as 12.
  expect(idsOf([[1, 2], [5]])).toEqual([5])
  expect(idsOf([[12], [5]])).toEqual([])
})
