import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from '../../framework/router/hooks.ts'
import { useOnChange } from '../../ui/changes.ts'

type MenuProps = {
  label: string
  summary: ReactNode
  summaryClass?: string
  className?: string
  onOpen?: (menu: HTMLDetailsElement) => void
  children: ReactNode
}

/** A native `<details>` that opens without scripts. With them, Escape, a click outside and navigation close it. */
export function Menu({
  label,
  summary,
  summaryClass = 'flex size-11 items-center justify-center rounded-full hover:bg-sunken',
  className = '',
  onOpen,
  children,
}: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const close = () => menu.current?.removeAttribute('open')

  // An open menu would cover the new page. One that was opened before the page was hydrated stays open.
  useOnChange(key, close)

  useEffect(() => {
    function closeOnOutsideClick({ target }: Event) {
      if (target instanceof Node && !menu.current?.contains(target)) menu.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', closeOnOutsideClick)
    return () => document.removeEventListener('pointerdown', closeOnOutsideClick)
  }, [])

  return (
    <details
      ref={menu}
      className={className}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.(currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close()
        menu.current?.querySelector('summary')?.focus()
      }}
    >
      <summary aria-label={label} className={summaryClass}>
        {summary}
      </summary>
      {children}
    </details>
  )
}
