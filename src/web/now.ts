import { createContext, use, useSyncExternalStore } from 'react'
import { dayIn } from '../shared/days.ts'
import { useSite } from './site.tsx'

const minuteMs = 60_000
/** In the browser, about when the page was loaded. */
const loadedMs = Date.now()

/** On the server, is called with each instant, in milliseconds, at which the page changes: a cached page is right until then. */
export const ChangeObserver = createContext<((changesAt: number) => void) | null>(null)

/** Notes that the page shows whether these instants have passed. */
export function useMoments(...instants: string[]) {
  const observe = use(ChangeObserver)
  const { renderedAt } = useSite()
  for (const instant of instants) if (observe && instant > renderedAt) observe(Date.parse(instant))
}

const quarterHourMs = 900_000

/** Returns what notes that the page shows something that changes when the day ends in a time zone. */
export function useDayEnd(): (timeZone: string) => void {
  const observe = use(ChangeObserver)
  const { renderedAt } = useSite()
  return (timeZone) => observe?.(endOfDay(timeZone, renderedAt))
}

function endOfDay(timeZone: string, now: string): number {
  const today = dayIn(timeZone, new Date(now))
  // Days begin at a quarter of an hour of UTC in every time zone.
  let next = Math.ceil(Date.parse(now) / quarterHourMs) * quarterHourMs
  while (dayIn(timeZone, new Date(next)) === today) next += quarterHourMs
  return next
}

/**
 * Returns the current instant to the minute, which advances while the page is open. On the server and in the first
 * render, it is the instant when the server rendered the page, so both produce the same text. It adds the time that has
 * passed instead of reading the browser's clock, which may be wrong.
 */
export function useNow(): string {
  const { renderedAt } = useSite()
  const minutes = useSyncExternalStore(subscribe, minutesSinceLoaded, () => 0)
  return new Date(Date.parse(renderedAt) + minutes * minuteMs).toISOString()
}

const minutesSinceLoaded = () => Math.max(0, Math.floor((Date.now() - loadedMs) / minuteMs))

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, minuteMs)
  return () => clearInterval(timer)
}
