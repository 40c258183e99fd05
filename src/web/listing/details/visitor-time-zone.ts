import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Returns the browser's time zone; null on the server and in the first render, because the pages of all visitors are equal. */
export const useVisitorTimeZone = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  )
