import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  summary: ReactNode
  /** Of those with the same name one is open at a time. */
  name?: string
  onToggle?: (open: boolean) => void
  className?: string
  children: ReactNode
}

/** Native details: opens without scripts, and is found by the browser's own search. */
export function Disclosure({ summary, name, onToggle, className = '', children }: Props) {
  return (
    <details
      name={name}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
      className={`group ${className}`}
    >
      <summary className="flex min-h-11 items-center justify-between gap-3 rounded-md">
        {summary}
        <Icon
          name="chevron-down"
          className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  )
}
