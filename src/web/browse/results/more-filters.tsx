import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** Folds filters away where they would push the list off the screen. On phones, they are behind a button already. */
export function MoreFilters({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="unfold-narrow group/more max-lg:col-span-full open:col-span-full">
      <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-md text-sm font-semibold text-accent">
        <Icon name="chevron-down" className="size-4.5 transition-transform group-open/more:rotate-180" />
        More filters
      </summary>
      <div className="space-y-5 lg:pt-2">{children}</div>
    </details>
  )
}
