import type { ReactNode } from 'react'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { useTabs } from '../../framework/router/tabs.ts'
import { useSite } from '../../framework/site-context.tsx'
import { type ListingTab, offeredTabs } from './url-params.ts'

const names: Record<ListingTab, Message> = { services: msg('Services'), events: msg('Events') }

type KindTabsProps = {
  selected: ListingTab
  to: (tab: ListingTab) => string
  /** How many ads each tab has, if known, such as `3` or `1,000+`. */
  counts?: Record<ListingTab, number | string>
  children: ReactNode
}

/** Shows no tabs if the site has one kind of ads. */
export function KindTabs({ selected, to, counts, children }: KindTabsProps) {
  const tabs = offeredTabs(useSite().settings)
  const props = useTabs({ label: t('Kind of ad'), tabs, selected, to })
  if (tabs.length === 1) return <div className="pt-2">{children}</div>
  return (
    <>
      <div {...props.list} className="flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <a key={tab} {...props.tab(tab)} data-page="keep-scroll" className="tab-link">
            {counts ? `${t(names[tab])} (${counts[tab]})` : t(names[tab])}
          </a>
        ))}
      </div>
      <div {...props.panel} className="pt-7">
        {children}
      </div>
    </>
  )
}
