import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

type DisclosureProps = {
  summary: ReactNode
  /** Only one disclosure of the same name is open at a time. */
  name?: string
  onToggle?: (open: boolean) => void
  /** Whether it is open at first. Afterwards, only the user and errors of its fields change it. */
  initiallyOpen?: boolean
  className?: string
  children: ReactNode
}

/** A native `<details>`: it opens without scripts, and the browser's find-in-page searches it. */
export function Disclosure({
  summary,
  name,
  onToggle,
  initiallyOpen = false,
  className = '',
  children,
}: DisclosureProps) {
  const [open] = useState(initiallyOpen)
  const details = useRef<HTMLDetailsElement>(null)
  // It may have been opened before this code ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (details.current?.open) onToggle?.(true)
  }, [])
  return (
    <details
      ref={details}
      name={name}
      open={open || undefined}
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
