import type { ReactNode } from 'react'
import { Tabs } from './tabs.tsx'
import type { ListingTab } from './url-params.ts'

type KindTabsProps = {
  selected: ListingTab
  to: (tab: ListingTab) => string
  /** How many ads each tab has, if known, such as `3` or `1,000+`. */
  counts?: Record<ListingTab, number | string> | undefined
  children: ReactNode
}

export function KindTabs({ selected, to, counts, children }: KindTabsProps) {
  const label = (name: string, tab: ListingTab) => (counts ? `${name} (${counts[tab]})` : name)
  return (
    <Tabs
      label="Kind of ad"
      selected={selected}
      tabs={[
        { id: 'services', label: label('Services', 'services'), to: to('services') },
        { id: 'events', label: label('Events', 'events'), to: to('events') },
      ]}
    >
      {children}
    </Tabs>
  )
}
