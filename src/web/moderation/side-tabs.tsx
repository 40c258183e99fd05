import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { formatWaiting } from '../../shared/case-sources.ts'
import { t } from '../../shared/translate.ts'
import { useCurrentUser } from '../framework/api-context.ts'
import { useTabs } from '../framework/router/tabs.ts'
import { paths } from '../paths.ts'
import { type TabId, tabsOf } from './dashboard-url.ts'

type SideTabsProps = {
  /** null if the content belongs to none of the tabs. */
  selected: TabId | null
  /** How many wait in each. */
  waiting: Partial<Record<TabId, number>>
  /** Rendered before the tabs. */
  before: ReactNode
  children: ReactNode
}

/** The tabs of the dashboard, vertical, next to their panel; on phones and tablets a row that scrolls. */
export function SideTabs({ selected, waiting, before, children }: SideTabsProps) {
  const list = useScrollIntoView(selected)
  const tabs = tabsOf(useCurrentUser())
  const props = useTabs({
    label: t('Dashboard'),
    tabs: tabs.map(({ id }) => id),
    selected,
    to: (tab) => paths.admin({ tab }),
    vertical: true,
  })
  return (
    <div className="grid gap-x-9 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
      <div className="mb-6 flex min-w-0 items-center gap-1 border-b border-line lg:sticky lg:top-22 lg:block lg:self-start lg:border-0">
        {before}
        <div {...props.list} ref={list} className="side-tabs">
          {tabs.map(({ id, label, group }, index) => (
            <Fragment key={id}>
              {/* What belongs together is near each other; only who sees the column needs a heading. */}
              {group !== tabs[index - 1]?.group && group && (
                <span aria-hidden className="px-3.5 pt-4 pb-1 text-xs font-semibold text-soft max-lg:hidden">
                  {t(group)}
                </span>
              )}
              <a {...props.tab(id)} className="side-tab">
                {t(label)}
                {waiting[id] ? ` (${formatWaiting(waiting[id])})` : ''}
              </a>
            </Fragment>
          ))}
        </div>
      </div>
      <div {...props.panel} className="min-w-0">
        {children}
      </div>
    </div>
  )
}

/** Scrolls the row to the selected tab without scrolling the page, as `scrollIntoView` would. */
function useScrollIntoView(selected: string | null) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = selected && list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!tab || !list.current) return
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
  }, [selected])
  return list
}
