import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'
import { valuesOf } from '../ui/forms/form.tsx'
import { putInHand, type Work } from './use-work.ts'
import { completed } from './values.ts'

/** Keeps what stands in the form for as long as it is shown, and its pictures until the last one is through. */
export function useDraftKeeper(form: RefObject<HTMLFormElement | null>, work: Work) {
  const { keeper, queue } = work
  const note = () => keeper.note(form.current && completed(valuesOf(form.current)))

  // Not later: at the end the boxes must still be there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is of one work, from its first moment to its last
  useLayoutEffect(() => {
    const unsubscribe = queue.subscribe(note)
    const leave = () => {
      note()
      keeper.flush()
    }
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('storage', keeper.onStorage)
    // What was typed before scripts ran.
    note()
    return () => {
      leave()
      putInHand(work)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('storage', keeper.onStorage)
      void queue.settled().then(() => {
        keeper.flush()
        unsubscribe()
      })
    }
  }, [])

  /** This browser keeps no drafts, or has no room for one. */
  const refused = useSyncExternalStore(keeper.subscribe, keeper.isRefused, keeper.isRefused)
  return { note, refused }
}
