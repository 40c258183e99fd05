import { type RefObject, useLayoutEffect, useRef } from 'react'
import { holdToasts } from '../toast.ts'

/**
 * Opens a dialog while it is mounted. The browser traps focus inside, and restores it afterwards. Toasts close, because
 * they would lie behind it.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const releaseToasts = holdToasts()
    element?.showModal()
    return () => {
      element?.close()
      releaseToasts()
    }
  }, [])
  return dialog
}
