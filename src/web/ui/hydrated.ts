import { useSyncExternalStore } from 'react'

/**
 * The event after which `entry-boot.ts` presses the buttons that were pressed before they reacted. Its target is the document,
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
