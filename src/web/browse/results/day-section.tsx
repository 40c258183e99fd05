import { listParameters } from '../../../shared/list-filters.ts'
import { t } from '../../../shared/translate.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { withoutDays } from '../calendar/list-calendar.ts'
import { MiniMonth } from '../calendar/mini-month.tsx'
import type { LoadedList } from '../filtered-list/list-page.ts'
import { pathWith } from '../lists/url-params.ts'

/** The parts of a list that only lists of events have: other lists do not load their code. */
export function DaySection({ part, loaded }: { part: 'chips' | 'month'; loaded: LoadedList }) {
  if (part === 'chips') return <DayChips loaded={loaded} />
  return loaded.month && <MiniMonth counts={loaded.month} />
}

/** What people ask most of a list of events, as links. Following one that is on turns it off. The days are those at the place of each event. */
function DayChips({ loaded: { filters } }: { loaded: LoadedList }) {
  const location = useLocation()
  const days = Object.entries(listParameters.when.choices).map(([when, label]) => {
    const isOn = filters.when === when
    return { label: t(label), isOn, changes: { ...withoutDays, when: isOn ? null : when } }
  })
  const isFree = filters.free === 'true'
  const chips = [...days, { label: t('Free'), isOn: isFree, changes: { free: isFree ? null : 'true' } }]
  return (
    <nav aria-label={t('Quick filters')}>
      <ul className="day-chips">
        {chips.map(({ label, isOn, changes }) => (
          <li key={label}>
            <a
              href={pathWith(location, changes)}
              aria-current={isOn ? 'true' : undefined}
              rel="nofollow"
              data-page="keep-scroll"
              className="day-chip"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
