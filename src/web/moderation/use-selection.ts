import { useState } from 'react'
import type { Target } from './use-decisions.ts'

export type Selection = ReturnType<typeof useSelection>

/** Which rows of the page are ticked. What has left the page is ticked no more. */
export function useSelection(targets: readonly Target[]) {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const chosen = targets.filter(({ id }) => ticked.includes(id))
  const all = chosen.length === targets.length && targets.length > 0
  return {
    chosen,
    all,
    has: (id: string) => ticked.includes(id),
    toggle: (id: string) =>
      setTicked(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id]),
    toggleAll: () => setTicked(all ? [] : targets.map(({ id }) => id)),
  }
}
