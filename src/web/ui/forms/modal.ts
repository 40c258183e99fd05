import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Opens a dialog while it is mounted. The browser traps focus inside, and restores it afterwards. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return dialog
}
