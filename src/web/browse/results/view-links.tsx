import { useLocation } from '../../framework/router/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { withoutDays } from '../calendar/list-calendar.ts'
import type { LoadedList } from '../filtered-list/list-page.ts'
import { pathWith } from '../map/list-map.ts'

type View = {
  name: string
  icon: 'layout-grid' | 'map-pin' | 'calendar-days'
  label: string
  shown: boolean
  changes: Record<string, string | null>
}

/** Shows the list as cards, as a map, or if it has events, as a calendar. */
export function ViewLinks({ loaded: { kind, map, calendar } }: { loaded: LoadedList }) {
  const location = useLocation()
  const none = { view: null, town: null, month: null, day: null }
  const views: View[] = [
    { name: 'List', icon: 'layout-grid', label: 'Show as a list', shown: !map && !calendar, changes: none },
    {
      name: 'Map',
      icon: 'map-pin',
      label: 'Show on a map',
      shown: map !== null,
      changes: { ...none, view: 'map' },
    },
  ]
  if (kind === 'event')
    views.push({
      name: 'Calendar',
      icon: 'calendar-days',
      label: 'Show on a calendar',
      shown: calendar !== null,
      changes: { ...none, ...withoutDays, view: 'month' },
    })
  return (
    <nav aria-label="View" className="map-link">
      <ul className="flex">
        {views.map(({ name, icon, label, shown, changes }) => (
          <li key={name}>
            <a
              href={pathWith(location, changes)}
              aria-label={label}
              aria-current={shown ? 'page' : undefined}
              rel={name === 'Calendar' ? 'nofollow' : undefined}
              className="view-link justify-center max-sm:min-w-11 max-sm:px-2.5"
            >
              <Icon name={icon} className="size-4" />
              {/* Three names and the number of results do not fit into one row of a phone. */}
              <span className={views.length > 2 && !shown ? 'max-[26rem]:hidden' : undefined}>{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
