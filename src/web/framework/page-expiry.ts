/** Records which parts of a page depend on the time: a cached page is valid until the first of them changes. */

import { createContext, use, useSyncExternalStore } from 'react'
import { dayIn } from '../../shared/days.ts'
import { nextAgoChange } from '../../shared/format.ts'
import { useSite } from './site-context.tsx'

const minuteMs = 60_000
/** In every time zone, days begin at a quarter of an hour of UTC. */
const quarterHourMs = 15 * minuteMs
/** In the browser, about when the page was loaded. */
const loadedMs = Date.now()

/** Only on the server. */
export const ChangeObserverContext = createContext<
  ReturnType<typeof createChangeObserver>['observer'] | null
>(null)

export const useChangeObserver = () => use(ChangeObserverContext)

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

/** Only the server calls this. `renderedAt` is an instant. */
export function createChangeObserver(renderedAt: string) {
  let changesAt = Number.POSITIVE_INFINITY
  const record = (instant: number) => {
    changesAt = Math.min(changesAt, instant)
  }
  return {
    /** Components report what they show. */
    observer: {
      /** Reports that the page shows how long ago this instant was. */
      age: (instant: string) => record(nextAgoChange(instant, renderedAt)),
      /** Reports that the page shows whether this instant has passed. */
      moment: (instant: string) => instant > renderedAt && record(Date.parse(instant)),
      /** Reports that the page shows something that changes when the day ends in this time zone. */
      dayEnd: (timeZone: string) => record(endOfDay(timeZone, renderedAt)),
    },
    /** Returns the instant in milliseconds at which the page changes; Infinity if it does not. */
    changesAt: () => changesAt,
  }
}

function endOfDay(timeZone: string, now: string): number {
  const today = dayIn(timeZone, new Date(now))
  let next = Math.ceil(Date.parse(now) / quarterHourMs) * quarterHourMs
  while (dayIn(timeZone, new Date(next)) === today) next += quarterHourMs
  return next
}
