import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import { holdToasts } from '../toast.ts'

/** Returns the props of a dialog that is open while it is mounted. Toasts close, because they would lie behind it. */
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

type DialogProps = {
  title: string
  /** Announced with the title. */
  text?: string
  onClose: () => void
  children: ReactNode
}

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

type WideDialogProps = {
  title: string
  /** The label of the close button. */
  close: string
  onClose: () => void
  /** Fills the screen on large screens too. */
  full?: boolean
  footer?: ReactNode
  children: ReactNode
}

/** A dialog for long content: title and footer stay visible while the rest scrolls. On phones it fills the screen. */
export function WideDialog({ title, close, onClose, full = false, footer, children }: WideDialogProps) {
  const id = useId()
  return (
    <dialog
      {...useModal(onClose)}
      aria-labelledby={id}
      className={`m-0 h-dvh max-h-none w-screen max-w-none flex-col overflow-hidden bg-page text-ink backdrop:bg-drawn/60 open:flex ${full ? '' : 'sm:m-auto sm:h-auto sm:max-h-[calc(100dvh-4rem)] sm:w-[min(46rem,calc(100vw-4rem))] sm:rounded-lg sm:border sm:border-line sm:shadow-lifted'}`}
    >
      <header className="flex min-h-16 items-center justify-between gap-4 border-b border-line bg-surface px-4 py-2 sm:px-6">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <button
          type="button"
          onClick={onClose}
          className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-3 text-sm font-semibold hover:bg-sunken"
        >
          <Icon name="x" className="size-5" />
          {close}
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-3">
        {children}
      </div>
      {footer && <footer className="border-t border-line bg-surface px-4 py-3 sm:px-6">{footer}</footer>}
    </dialog>
  )
}
