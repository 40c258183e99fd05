import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** Open as long as it is there. The browser keeps the keyboard inside, and gives it back when it closes. */
export function Dialog({ title, onClose, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // Escape closes it by taking it away, as its buttons do.
        event.preventDefault()
        onClose()
      }}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] overflow-visible rounded-lg border border-line bg-surface p-6 text-ink shadow-lifted backdrop:bg-drawn/60 sm:p-8"
    >
      <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
