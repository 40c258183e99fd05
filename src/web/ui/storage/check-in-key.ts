import type { BrowserStorage } from './browser-storage.ts'

/** The key of the list of people who register, which a browser keeps until its user signs out. */
export const checkInKey = (event: string): string => `check-in ${event}`

const isCheckInKey = (key: string) => key.startsWith(checkInKey(''))

/** Returns the events whose lists the browser keeps. */
export const keptCheckInLists = (storage: BrowserStorage): string[] =>
  storage
    .keys()
    .filter(isCheckInKey)
    .map((key) => key.slice(checkInKey('').length))

export function removeCheckInLists(storage: BrowserStorage) {
  for (const event of keptCheckInLists(storage)) storage.set(checkInKey(event), null)
}
