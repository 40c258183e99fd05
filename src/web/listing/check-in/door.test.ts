import { expect, test } from 'vitest'
import { memoryStorage } from '../../../../test/support/browser/memory-storage.ts'
import { createBrowserStorage } from '../../ui/storage/browser-storage.ts'
import { keptCheckInLists, removeCheckInLists } from '../../ui/storage/check-in-key.ts'
import {
  confirm,
  type Door,
  mark,
  nextEntries,
  peopleAt,
  readDoor,
  removeOldDoors,
  storeDoor,
} from './door.ts'

const person = (code: string, checkedIn: string | null = null) => ({
  code,
  name: code,
  answers: [],
  checkedIn,
})
const date = {
  scheduled: '2026-12-01',
  startDate: '2026-12-01',
  endDate: '2026-12-01',
  startTime: null,
  endTime: null,
}
const empty: Door = {
  list: { title: 'Market', date, people: [person('ann'), person('ben')] },
  pending: [],
  user: 'rosa@example.org',
}
const at = '2026-12-01T10:00:00.000Z'
const later = '2026-12-01T10:05:00.000Z'

test('a check-in shows at once, and stays what the server makes of it', () => {
  const door = mark(empty, { code: 'ann', present: true, at: later })
  expect(peopleAt(door)).toEqual([person('ann', later), person('ben')])
  // Someone else checked her in earlier.
  const confirmed = confirm(door, nextEntries(door), [{ code: 'ann', checkedIn: at }])
  expect(confirmed.pending).toEqual([])
  expect(peopleAt(confirmed)).toEqual([person('ann', at), person('ben')])
})

test('what happens while the request runs is sent next', () => {
  const sent = mark(empty, { code: 'ann', present: true, at })
  const door = mark(sent, { code: 'ann', present: false, at: later })
  const confirmed = confirm(door, nextEntries(sent), [{ code: 'ann', checkedIn: at }])
  expect(nextEntries(confirmed)).toEqual([{ code: 'ann', present: false, at: later }])
  expect(peopleAt(confirmed)).toEqual([person('ann'), person('ben')])
})

test('whoever has no place anymore leaves the list', () => {
  const door = mark(empty, { code: 'ann', present: true, at })
  expect(peopleAt(confirm(door, nextEntries(door), []))).toEqual([person('ben')])
})

test('the list survives a reload, and is removed the day after, unless check-ins were not sent', () => {
  const { storage, stored } = storeTwo()
  expect(readDoor(storage, 'unsent')).toEqual(waiting)
  removeOldDoors(storage, { today: '2026-12-02', user: 'rosa@example.org' })
  expect(stored()).toEqual(['sent', 'unsent'])
  removeOldDoors(storage, { today: '2026-12-03', user: undefined })
  expect(stored()).toEqual(['unsent'])
})

test('once nobody is signed in, only check-ins that were not sent stay, without the names', () => {
  const { storage, stored } = storeTwo()
  removeOldDoors(storage, { today: '2026-12-01', user: null })
  expect(stored()).toEqual(['unsent'])
  expect(readDoor(storage, 'unsent')).toMatchObject({ list: { people: [] }, pending: waiting.pending })
  removeCheckInLists(storage)
  expect(stored()).toEqual([])
})

test('someone else who uses the browser finds nothing, not even without a connection afterwards', () => {
  const { storage, stored } = storeTwo()
  removeOldDoors(storage, { today: '2026-12-01', user: 'ben@example.org' })
  expect(stored()).toEqual([])
})

const waiting = mark(empty, { code: 'ann', present: true, at })

function storeTwo() {
  const memory = memoryStorage()
  const storage = createBrowserStorage(() => memory)
  storage.set('draft', 'of an ad')
  storeDoor(storage, 'sent', empty)
  storeDoor(storage, 'unsent', waiting)
  return { storage, stored: () => keptCheckInLists(storage).toSorted() }
}
