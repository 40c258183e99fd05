import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { type TabId, tabs } from './dashboard-url.ts'

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

type SideTabsProps = {
  /** null if the content belongs to none of the tabs. */
  selected: TabId | null
  /** Rendered before the tabs. */
  before: ReactNode
  children: ReactNode
}

/**
 * The tabs of the dashboard, vertical, next to their panel; on phones and tablets a row that scrolls. Tabs are links, so each has
 * a URL.
 */
export function SideTabs({ selected, before, children }: SideTabsProps) {
  const id = useId()
  const list = useScrollIntoView(selected)
  const onKeyDown = useArrowKeys()
  const hydrated = useHydrated()
  // The only tab in the tab order.
  const tabStop = selected ?? tabs[0].id
  return (
    <div className="grid gap-x-9 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
      <div className="mb-6 flex min-w-0 items-center gap-1 border-b border-line lg:sticky lg:top-22 lg:block lg:self-start lg:border-0">
        {before}
        <div
          ref={list}
          role="tablist"
          tabIndex={-1}
          aria-label="Dashboard"
          aria-orientation="vertical"
          onKeyDown={onKeyDown}
          className="side-tabs"
        >
          {tabs.map((tab) => (
            <a
              key={tab.id}
              id={`${id}-${tab.id}`}
              href={paths.admin({ tab: tab.id })}
              role="tab"
              aria-selected={tab.id === selected}
              aria-controls={tab.id === selected ? `${id}-panel` : undefined}
              // Without scripts there are no arrow keys, so every tab stays in the tab order.
              tabIndex={hydrated && tab.id !== tabStop ? -1 : 0}
              className="side-tab"
            >
              {tab.label}
            </a>
          ))}
        </div>
      </div>
      {selected === null ? (
        <div className="min-w-0">{children}</div>
      ) : (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${selected}`} className="min-w-0">
          {children}
        </div>
      )}
    </div>
  )
}

function useArrowKeys() {
  const navigate = useNavigate()
  return (event: KeyboardEvent<HTMLElement>) => {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const at = links.indexOf(event.target as HTMLElement)
    const next = steps[event.key]?.(at, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    links[next]?.focus()
    navigate(paths.admin({ tab: tab.id }), { replace: true })
  }
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
