import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { holdToasts } from '../toast.ts'

/**
 * Returns the props of a dialog that is open while it is mounted. The browser traps focus inside, and restores it afterwards.
 * Toasts close, because they would lie behind it.
 */
export function useModal(close: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    const releaseToasts = holdToasts()
    element?.showModal()
    return () => {
      element?.close()
      releaseToasts()
    }
  }, [])
  // Events of nested dialogs bubble up to here.
  const isOwn = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget
  return {
    ref,
    onCancel(event: SyntheticEvent) {
      if (!isOwn(event)) return
      // Escape closes it by unmounting, as its buttons do.
      event.preventDefault()
      close()
    },
    // Some browsers skip `cancel` on a second Escape.
    onClose: (event: SyntheticEvent) => void (isOwn(event) && close()),
  }
}
