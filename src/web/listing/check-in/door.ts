/**
 * The list at the door as this browser knows it: what the server said last, and the check-ins that it has not confirmed. Everything
 * works on this copy, so nothing depends on a connection.
 */
import type { CheckInList, CheckIns, Expected } from '../../../shared/contract/check-in.ts'
import { addDays } from '../../../shared/days.ts'
import { maxCheckIns } from '../../../shared/limits.ts'
import { type BrowserStorage, parseJson } from '../../ui/storage/browser-storage.ts'
import { checkInKey, keptCheckInLists } from '../../ui/storage/check-in-key.ts'

type Entry = Required<CheckIns['entries'][number]>
export type Door = {
  list: CheckInList
  pending: Entry[]
  /** The email of whom the browser keeps it for. */
  user: string
}

/** Returns who is expected, with the check-ins that the server does not know yet. */
export function peopleAt({ list, pending }: Door): Expected[] {
  const latest = new Map(pending.map((entry) => [entry.code, entry]))
  return list.people.map((person) => {
    const entry = latest.get(person.code)
    return entry ? { ...person, checkedIn: entry.present ? entry.at : null } : person
  })
}

export const mark = (door: Door, entry: Entry): Door => ({ ...door, pending: [...door.pending, entry] })

/** Returns the entries to send next. */
export const nextEntries = ({ pending }: Door): Entry[] => pending.slice(0, maxCheckIns)

/** Takes over what the server made of the entries that were sent. Someone whom it does not name has no place anymore. */
export function confirm(
  { list, pending, user }: Door,
  sent: Entry[],
  reply: Pick<Expected, 'code' | 'checkedIn'>[],
): Door {
  const states = new Map(reply.map(({ code, checkedIn }) => [code, checkedIn]))
  const asked = new Set(sent.map(({ code }) => code))
  const people = list.people.flatMap((person) => {
    const checkedIn = states.get(person.code)
    if (checkedIn === undefined) return asked.has(person.code) ? [] : [person]
    return [{ ...person, checkedIn }]
  })
  return { list: { ...list, people }, pending: pending.filter((entry) => !sent.includes(entry)), user }
}

export function readDoor(storage: BrowserStorage, id: string): Door | null {
  const stored = parseJson(storage.get(checkInKey(id)))
  return stored && typeof stored === 'object' && 'list' in stored ? (stored as Door) : null
}

export const storeDoor = (storage: BrowserStorage, id: string, door: Door | null): boolean =>
  storage.set(checkInKey(id), door && JSON.stringify(door))

/**
 * Removes the lists of dates that are over, and all that are not those of `user`: others use this browser too. Check-ins that were not
 * sent stay until they are, without the names if nobody is signed in. `user` is undefined if the page does not know it.
 */
export function removeOldDoors(
  storage: BrowserStorage,
  { today, user }: { today: string; user: string | null | undefined },
) {
  for (const id of keptCheckInLists(storage)) {
    const door = readDoor(storage, id)
    const isOfOther = user !== undefined && user !== null && door?.user !== user
    const isOld = user === null || !door || door.list.date.endDate < addDays(today, -1)
    if (isOfOther || (isOld && !door?.pending.length)) storeDoor(storage, id, null)
    else if (user === null && door) storeDoor(storage, id, { ...door, list: { ...door.list, people: [] } })
  }
}
