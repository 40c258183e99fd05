import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useNavigate } from '../../framework/router/hooks.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { type ListingTab, otherTab } from './url-params.ts'

const tabs: { tab: ListingTab; name: string }[] = [
  { tab: 'services', name: 'Services' },
  { tab: 'events', name: 'Events' },
]

type KindTabsProps = {
  selected: ListingTab
  to: (tab: ListingTab) => string
  /** How many ads each tab has, if known, such as `3` or `1,000+`. */
  counts?: Record<ListingTab, number | string>
  children: ReactNode
}

/** The tabs are links, so they work without scripts and each has a URL. With scripts, arrow keys move between them. */
export function KindTabs({ selected, to, counts, children }: KindTabsProps) {
  const id = useId()
  const navigate = useNavigate()
  const hydrated = useHydrated()

  function onKeyDown(event: KeyboardEvent) {
    const other = otherTab[selected]
    const targets: Partial<Record<string, ListingTab>> = {
      ArrowRight: other,
      ArrowLeft: other,
      Home: 'services',
      End: 'events',
    }
    const next = targets[event.key]
    if (!next) return
    event.preventDefault()
    document.getElementById(`${id}-${next}`)?.focus()
    navigate(to(next), { keepScroll: true, replace: true })
  }

  return (
    <>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label="Kind of ad"
        onKeyDown={onKeyDown}
        className="flex gap-1 border-b border-line"
      >
        {tabs.map(({ tab, name }) => (
          <a
            key={tab}
            id={`${id}-${tab}`}
            href={to(tab)}
            data-page="keep-scroll"
            role="tab"
            aria-selected={tab === selected}
            aria-controls={`${id}-panel`}
            // Without scripts there are no arrow keys, so every tab stays in the tab order.
            tabIndex={hydrated && tab !== selected ? -1 : 0}
            className="tab-link"
          >
            {counts ? `${name} (${counts[tab]})` : name}
          </a>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${selected}`} className="pt-7">
        {children}
      </div>
    </>
  )
}
