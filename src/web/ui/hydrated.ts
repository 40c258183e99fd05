import { useSyncExternalStore } from 'react'

/**
 * Tells `entry-boot.ts` that buttons react, so that it presses those that were pressed before. Its target is the document,
 * or a part whose code has loaded later.
 */
export const hydratedEvent = 'hydrated'

/** Marks such a part until then. */
export const unloadedAttribute = 'data-unloaded'

const subscribe = () => () => {}

/** Returns false on the server and in the first render, and true after hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
