import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Returns false on the server and in the first render, and true after hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
