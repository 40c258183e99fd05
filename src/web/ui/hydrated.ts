import { useSyncExternalStore } from 'react'

/** After this event, `entry-boot.ts` presses buttons that were pressed before. Its target is the document, or a part that loaded later. */
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
