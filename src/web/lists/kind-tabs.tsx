import type { ReactNode } from 'react'
import { Tabs } from '../ui/lists/tabs.tsx'
import type { ListingTab } from './url-params.ts'

type KindTabsProps = {
  selected: ListingTab
  to: (tab: ListingTab) => string
  children: ReactNode
}

export function KindTabs({ selected, to, children }: KindTabsProps) {
  return (
    <Tabs
      label="Kind of ad"
      selected={selected}
      tabs={[
        { id: 'services', label: 'Services', to: to('services') },
        { id: 'events', label: 'Events', to: to('events') },
      ]}
    >
      {children}
    </Tabs>
  )
}
