import { Fragment } from 'react'
import { formatDayRange } from '../../shared/format.ts'
import { Icon } from '../ui/icon.tsx'

/** An event's dates. A range wraps after its dash, never inside a date. */
export function Days({ startDate, endDate }: { startDate: string; endDate: string }) {
  const parts = formatDayRange(startDate, endDate).split(/(?<=–) /)
  return (
    <p className="flex gap-1.5">
      <Icon name="calendar-days" className="mt-px size-4 shrink-0" />
      <span>
        {parts.map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' '}
            <span className="whitespace-nowrap">{part}</span>
          </Fragment>
        ))}
      </span>
    </p>
  )
}
