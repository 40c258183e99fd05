import { type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import { useModal } from './modal.ts'

type Props = {
  title: string
  /** What closes it is called so. */
  close: string
  onClose: () => void
  /** It takes the whole screen, and not only where that is small. */
  full?: boolean
  footer?: ReactNode
  children: ReactNode
}

/** A dialog for what is long: its title and its buttons stay, the rest is scrolled. On phones it takes the screen. */
export function WideDialog({ title, close, onClose, full = false, footer, children }: Props) {
  const id = useId()
  return (
    <dialog
      ref={useModal()}
      aria-labelledby={id}
      onCancel={(event) => {
        // Escape closes it by taking it away, as its button does. What was opened over it closes by itself.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // Some browsers close it without asking, when Escape follows Escape.
      onClose={(event) => event.target === event.currentTarget && onClose()}
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-3">
        {children}
      </div>
      {footer && <footer className="border-t border-line bg-surface px-4 py-3 sm:px-6">{footer}</footer>}
    </dialog>
  )
}
