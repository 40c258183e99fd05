import { type CSSProperties, useEffect } from 'react'
import { Toaster as Outlet, toast as sonner } from 'sonner'
import { t } from '../../shared/translate.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { displayToasts, type Toast, takeToasts } from './toast.ts'

const second = 1000
/** Screen readers announce additions only to a live region that already exists; this one was just rendered. */
const liveRegionDelayMs = 150
const gap = 12
/** The header is 4 rem high and has a border of one pixel. */
const top = `calc(4rem + ${1 + gap}px)`

const style = {
  '--width': '24rem',
  fontFamily: 'inherit',
  // Below the page header, from under which toasts slide out.
  zIndex: 29,
} as CSSProperties

/** Shows toasts at the top right (specification, section 8), below the page header. */
export default function Toaster() {
  useEffect(() => {
    const display = { show: showAll, dismiss: () => void sonner.dismiss(), endPage: dismissOfPage }
    const timer = setTimeout(() => displayToasts(display), liveRegionDelayMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Outlet
      position="top-right"
      expand
      gap={gap}
      offset={{ top, right: 16 }}
      mobileOffset={{ top, left: 16, right: 16 }}
      style={style}
      toastOptions={{ className: 'rounded-md focus-visible:outline-3! print:hidden' }}
    />
  )
}

/** What is on the screen, by the id of sonner. */
const shown = new Map<string | number, Toast>()

function showAll() {
  for (const message of takeToasts()) {
    const { tone, action } = message
    // A success makes earlier failures obsolete.
    if (tone === 'success') dismissWhere(({ tone }) => tone === 'error')
    const id = sonner.custom((id) => <Message {...message} close={() => sonner.dismiss(id)} />, {
      // Long enough to read twice; with an action, long enough to decide.
      duration: (action ? 20 : tone === 'success' ? 7 : 12) * second,
      onDismiss: () => shown.delete(id),
      onAutoClose: () => shown.delete(id),
    })
    shown.set(id, message)
  }
}

function dismissWhere(isObsolete: (message: Toast) => boolean) {
  for (const [id, message] of shown) if (isObsolete(message)) sonner.dismiss(id)
}

function dismissOfPage() {
  dismissWhere(({ onNextPage }) => !onNextPage)
  for (const [id, { onNextPage: _, ...message }] of shown) shown.set(id, message)
}

const icons = {
  success: <Icon name="circle-check" className="mt-2 size-5 shrink-0 text-success" />,
  error: <Icon name="circle-alert" className="mt-2 size-5 shrink-0 text-danger" />,
}

function Message({ tone, text, detail, action, close }: Toast & { close: () => void }) {
  return (
    <div className="flex w-(--width) items-start gap-3 rounded-md border border-edge bg-surface py-2 ps-4 pe-2 text-sm text-ink shadow-lifted max-[600px]:w-full">
      {icons[tone]}
      <div className="min-w-0 flex-1 py-1.5">
        <p className={detail ? 'font-semibold' : 'font-medium'}>{text}</p>
        {detail && <p className="mt-0.5 text-soft">{detail}</p>}
        {action && (
          <Button
            className="mt-2"
            onClick={() => {
              action.run()
              close()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <button
        type="button"
        aria-label={t('Close message')}
        onClick={close}
        className="flex size-9 shrink-0 items-center justify-center rounded-full text-soft hover:bg-sunken hover:text-ink"
      >
        <Icon name="x" className="size-5" />
      </button>
    </div>
  )
}
