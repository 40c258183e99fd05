import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type Props = { label: string; summary: ReactNode; className?: string; children: ReactNode }

/** Native details, so that it opens without scripts; with them, Escape, a click elsewhere and arriving somewhere close it. */
export function Menu({ label, summary, className = '', children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const close = () => menu.current?.removeAttribute('open')

  // A menu left open would cover the page just arrived at.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a navigation, the event waited for
  useEffect(close, [key])

  useEffect(() => {
    function closeFromOutside({ target }: Event) {
      if (target instanceof Node && !menu.current?.contains(target)) menu.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', closeFromOutside)
    return () => document.removeEventListener('pointerdown', closeFromOutside)
  }, [])

  return (
    <details
      ref={menu}
      className={className}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close()
        menu.current?.querySelector('summary')?.focus()
      }}
    >
      <summary
        aria-label={label}
        className="flex size-11 items-center justify-center rounded-full hover:bg-sunken"
      >
        {summary}
      </summary>
      {children}
    </details>
  )
}
