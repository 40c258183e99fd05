import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useNavigate } from '../../framework/router/hooks.ts'
import { useHydrated } from '../../ui/hydrated.ts'

type Tab = { id: string; label: string; to: string }

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

type TabsProps = { label: string; tabs: readonly Tab[]; selected: string; children: ReactNode }

/** Tabs that are links, so they work without scripts and each has a URL. With scripts, arrow keys move between them. */
export function Tabs({ label, tabs, selected, children }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const hydrated = useHydrated()

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === selected)
    const next = steps[event.key]?.(at, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    navigate(tab.to, { keepScroll: true, replace: true })
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-1 border-b border-line"
      >
        {tabs.map((tab) => {
          const current = tab.id === selected
          return (
            <a
              key={tab.id}
              id={`${id}-${tab.id}`}
              href={tab.to}
              data-page="keep-scroll"
              role="tab"
              aria-selected={current}
              aria-controls={`${id}-panel`}
              // Without scripts there are no arrow keys, so every tab stays in the tab order.
              tabIndex={hydrated && !current ? -1 : 0}
              className="tab-link"
            >
              {tab.label}
            </a>
          )
        })}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${selected}`} className="pt-7">
        {children}
      </div>
    </>
  )
}
