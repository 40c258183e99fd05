import { type KeyboardEvent, useId } from 'react'
import { useHydrated } from '../../ui/hydrated.ts'
import { keyFromLeftToRight } from '../../ui/reading-direction.ts'
import { useNavigate } from './hooks.ts'

type TabsOptions<Tab extends string> = {
  label: string
  tabs: readonly Tab[]
  /** null if the content belongs to none of the tabs. */
  selected: Tab | null
  to: (tab: Tab) => string
  /** The up and down arrow keys move between the tabs, too. */
  vertical?: boolean
}

/**
 * Returns the props of the tab list, of each tab, and of the panel. Tabs are links, so they work without scripts and each has a URL. With
 * scripts, arrow keys move between them.
 */
export function useTabs<Tab extends string>({
  label,
  tabs,
  selected,
  to,
  vertical = false,
}: TabsOptions<Tab>) {
  const id = useId()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  // The only tab in the tab order.
  const tabStop = selected ?? tabs[0]
  const idOf = (tab: Tab) => `${id}-${tab}`

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const at = tabs.findIndex((tab) => idOf(tab) === (event.target as HTMLElement).id)
    const [before, after] = [(at - 1 + tabs.length) % tabs.length, (at + 1) % tabs.length]
    const targets: Record<string, number> = {
      ArrowLeft: before,
      ArrowRight: after,
      Home: 0,
      End: tabs.length - 1,
      ...(vertical && { ArrowUp: before, ArrowDown: after }),
    }
    const next = tabs[targets[keyFromLeftToRight(event.key)] ?? -1]
    if (at < 0 || next === undefined) return
    event.preventDefault()
    document.getElementById(idOf(next))?.focus()
    navigate(to(next), { keepScroll: !vertical, replace: true })
  }

  return {
    list: {
      role: 'tablist',
      'aria-label': label,
      tabIndex: -1,
      'aria-orientation': vertical ? ('vertical' as const) : undefined,
      onKeyDown,
    },
    tab: (tab: Tab) => ({
      id: idOf(tab),
      href: to(tab),
      role: 'tab',
      'aria-selected': tab === selected,
      'aria-controls': tab === selected ? `${id}-panel` : undefined,
      // Without scripts there are no arrow keys, so every tab stays in the tab order.
      tabIndex: hydrated && tab !== tabStop ? -1 : 0,
    }),
    panel: selected !== null && {
      id: `${id}-panel`,
      role: 'tabpanel',
      'aria-labelledby': idOf(selected),
    },
  }
}
