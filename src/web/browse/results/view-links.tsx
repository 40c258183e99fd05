import { useLocation } from '../../framework/router/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { withoutDays } from '../calendar/list-calendar.ts'
import type { LoadedList } from '../filtered-list/list-page.ts'
import { pathWith } from '../lists/url-params.ts'

const none = { view: null, town: null, month: null, day: null }
const views = [
  { name: 'List', icon: 'layout-grid', label: 'Show as a list', changes: none },
  { name: 'Map', icon: 'map-pin', label: 'Show on a map', changes: { ...none, view: 'map' } },
  {
    name: 'Calendar',
    icon: 'calendar-days',
    label: 'Show on a calendar',
    changes: { ...none, ...withoutDays, view: 'month' },
  },
] as const

/** Shows the list as cards, as a map, or if it has events, as a calendar. */
export function ViewLinks({ loaded: { kind, map, calendar } }: { loaded: LoadedList }) {
  const location = useLocation()
  const offered = kind === 'event' ? views : views.slice(0, 2)
  const current = calendar ? 'Calendar' : map ? 'Map' : 'List'
  return (
    <nav aria-label="View">
      <ul className="flex">
        {offered.map(({ name, icon, label, changes }) => (
          <li key={name}>
            <a
              href={pathWith(location, changes)}
              aria-label={label}
              aria-current={name === current ? 'page' : undefined}
              rel={name === 'Calendar' ? 'nofollow' : undefined}
              className="view-link justify-center max-sm:min-w-11 max-sm:px-2.5"
            >
              <Icon name={icon} className="size-4" />
              {/* Three names and the number of results do not fit into one row of a phone. */}
              <span className={offered.length > 2 && name !== current ? 'max-[26rem]:hidden' : undefined}>
                {name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
