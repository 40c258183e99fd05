import type { ReactNode } from 'react'
import { useTabs } from '../../framework/router/tabs.ts'
import type { ListingTab } from './url-params.ts'

const names: Record<ListingTab, string> = { services: 'Services', events: 'Events' }
const tabs = Object.keys(names) as ListingTab[]

type KindTabsProps = {
  selected: ListingTab
  to: (tab: ListingTab) => string
  /** How many ads each tab has, if known, such as `3` or `1,000+`. */
  counts?: Record<ListingTab, number | string>
  children: ReactNode
}

export function KindTabs({ selected, to, counts, children }: KindTabsProps) {
  const props = useTabs({ label: 'Kind of ad', tabs, selected, to })
  return (
    <>
      <div {...props.list} className="flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <a key={tab} {...props.tab(tab)} data-page="keep-scroll" className="tab-link">
            {counts ? `${names[tab]} (${counts[tab]})` : names[tab]}
          </a>
        ))}
      </div>
      <div {...props.panel} className="pt-7">
        {children}
      </div>
    </>
  )
}
