import { type ReactNode, useId } from 'react'
import { useModal } from './modal.ts'

type DialogProps = {
  title: string
  /** Announced with the title. */
  text?: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open while it is mounted. */
export function Dialog({ title, text, onClose, children }: DialogProps) {
  const id = useId()
  return (
    <dialog
      {...useModal(onClose)}
      aria-labelledby={id}
      aria-describedby={text ? `${id}-text` : undefined}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] overflow-visible rounded-lg border border-line bg-surface text-ink shadow-lifted backdrop:bg-drawn/60"
    >
      <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
      {/* Long content scrolls here, inside the dialog: the pin overflows it. */}
      <div className="max-h-[calc(100dvh-3rem)] overflow-y-auto overscroll-contain p-6 sm:p-8">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {text && (
          <p id={`${id}-text`} className="mt-2">
            {text}
          </p>
        )}
        {children}
      </div>
    </dialog>
  )
}
