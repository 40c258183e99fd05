import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A dialog that is open as long as it is there. The browser keeps the keyboard inside, and gives it back afterwards. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return dialog
}
