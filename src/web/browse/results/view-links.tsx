import { msg, t } from '../../../shared/translate.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { withoutDays } from '../calendar/list-calendar.ts'
import type { LoadedList } from '../filtered-list/list-page.ts'
import { pathWith } from '../lists/url-params.ts'

const none = { view: null, town: null, month: null, day: null }
const views = [
  { name: msg('List'), icon: 'layout-grid', label: msg('Show as a list'), changes: none },
  { name: msg('Map'), icon: 'map-pin', label: msg('Show on a map'), changes: { ...none, view: 'map' } },
  {
    name: msg('Calendar'),
    icon: 'calendar-days',
    label: msg('Show on a calendar'),
    changes: { ...none, ...withoutDays, view: 'month' },
  },
] as const

/** Shows the list as cards, as a map, or if it has events, as a calendar. */
export function ViewLinks({ loaded: { kind, map, calendar } }: { loaded: LoadedList }) {
  const location = useLocation()
  const offered = kind === 'event' ? views : views.slice(0, 2)
  const current = calendar ? 'calendar-days' : map ? 'map-pin' : 'layout-grid'
  return (
    <nav aria-label={t('View')}>
      <ul className="flex">
        {offered.map(({ name, icon, label, changes }) => (
          <li key={icon}>
            <a
              href={pathWith(location, changes)}
              aria-label={t(label)}
              aria-current={icon === current ? 'page' : undefined}
              rel={icon === 'calendar-days' ? 'nofollow' : undefined}
              className="view-link justify-center max-sm:min-w-11 max-sm:px-2.5"
            >
              <Icon name={icon} className="size-4" />
              {/* Three names and the number of results do not fit into one row of a phone. */}
              <span className={offered.length > 2 ? 'max-[26rem]:hidden' : undefined}>{t(name)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
