import { type CSSProperties, useEffect } from 'react'
import { Toaster as Outlet, toast as show } from 'sonner'
import { Icon } from './icon.tsx'
import { onToast, takeToasts } from './toast.ts'

const seconds = 1000
/** Screen readers tell what is added to a region that they know; this one has only just come. */
const regionIsKnown = 150

const look = {
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
    const known = setTimeout(() => onToast(showAll), regionIsKnown)
    return () => clearTimeout(known)
  }, [])

  return (
    <Outlet
      position="top-right"
      theme="system"
      closeButton
      offset={{ top: 80, right: 16 }}
      mobileOffset={{ top: 76, left: 16, right: 16 }}
      style={look}
      icons={{
        success: <Icon name="circle-check" className="size-5 text-accent" />,
        error: <Icon name="circle-alert" className="size-5 text-accent" />,
      }}
      toastOptions={{
        classNames: {
          toast: 'text-sm! shadow-lifted! gap-2.5!',
          title: 'font-medium!',
          actionButton: 'h-11! rounded-full! px-4! text-sm! font-semibold! bg-accent! text-on-accent!',
          closeButton: 'size-6!',
        },
      }}
    />
  )
}

const failures = new Set<string | number>()

function showAll() {
  for (const { tone, text, action } of takeToasts()) {
    // What went wrong before is over once something worked.
    if (tone === 'good') forgetFailures()
    const id = (tone === 'good' ? show.success : show.error)(text, {
      // Long enough to read it twice; with something to press, long enough to decide.
      duration: (action ? 20 : tone === 'good' ? 7 : 12) * seconds,
      ...(action && { action: { label: action.label, onClick: action.run } }),
    })
    if (tone === 'bad') failures.add(id)
  }
}

function forgetFailures() {
  for (const id of failures) show.dismiss(id)
  failures.clear()
}
