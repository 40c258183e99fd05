import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useFilterSheet } from './use-filter-sheet.ts'

type FilterSheetProps = {
  /** How many filters are active. */
  active: number
  buttonClass: string
  children: ReactNode
}

/**
 * The filters of a list: always open on wide screens, below a button on tablets, and on phones a sheet that a button
 * within reach of the thumb opens. It is a native `<details>`, so it opens without scripts.
 */
export function FilterSheet({ active, buttonClass, children }: FilterSheetProps) {
  return (
    <details ref={useFilterSheet()} className="filter-sheet unfold-wide group/sheet">
      <summary className={`flex min-h-11 items-center gap-2 text-sm font-semibold ${buttonClass}`}>
        <Icon name="sliders-horizontal" className="size-4" />
        {active > 0 ? `Filters (${active})` : 'Filters'}
        <Icon name="x" className="ml-auto hidden size-5 max-md:group-open/sheet:block" />
      </summary>
      {children}
    </details>
  )
}
