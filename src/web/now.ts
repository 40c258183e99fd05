import { createContext, useSyncExternalStore } from 'react'
import { useSite } from './site.tsx'

const minuteMs = 60_000
/** In the browser, about when the page was loaded. */
const loadedMs = Date.now()

/** On the server, is called with each instant whose age the page shows: a cached page is right until one of them changes. */
export const AgeObserver = createContext<((instant: string) => void) | null>(null)

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
