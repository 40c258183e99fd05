import { type CSSProperties, useEffect } from 'react'
import { Toaster as Outlet, toast as sonner } from 'sonner'
import { Icon } from './icon.tsx'
import { onToast, takeToasts } from './toast.ts'

const second = 1000
/** Screen readers announce additions only to a live region that already exists; this one was just rendered. */
const liveRegionDelayMs = 150

const theme = {
  '--normal-bg': 'var(--surface)',
  '--normal-bg-hover': 'var(--sunken)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--edge)',
  '--normal-border-hover': 'var(--ink)',
  '--border-radius': 'var(--radius-md)',
  '--width': '24rem',
  fontFamily: 'inherit',
} as CSSProperties

export default function Toaster() {
  useEffect(() => {
    const timer = setTimeout(() => onToast(showAll), liveRegionDelayMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Outlet
      position="top-right"
      theme="system"
      closeButton
      offset={{ top: 80, right: 16 }}
      mobileOffset={{ top: 76, left: 16, right: 16 }}
      style={theme}
      icons={{
        success: <Icon name="circle-check" className="size-5 text-accent" />,
        error: <Icon name="circle-alert" className="size-5 text-accent" />,
      }}
      toastOptions={{
        classNames: {
          toast: 'text-sm! shadow-lifted! gap-2.5!',
          title: 'font-medium!',
          description: 'text-soft!',
          actionButton: 'h-11! rounded-full! px-4! text-sm! font-semibold! bg-accent! text-on-accent!',
          closeButton: 'size-6!',
        },
      }}
    />
  )
}

const failures = new Set<string | number>()

function showAll() {
  for (const { tone, text, detail, action } of takeToasts()) {
    // A success makes earlier failures obsolete.
    if (tone === 'good') dismissFailures()
    const id = (tone === 'good' ? sonner.success : sonner.error)(text, {
      // Long enough to read twice; with an action, long enough to decide.
      duration: (action ? 20 : tone === 'good' ? 7 : 12) * second,
      ...(detail && { description: detail }),
      ...(action && { action: { label: action.label, onClick: action.run } }),
    })
    if (tone === 'bad') failures.add(id)
  }
}

function dismissFailures() {
  for (const id of failures) sonner.dismiss(id)
  failures.clear()
}
