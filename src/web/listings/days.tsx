import { Fragment } from 'react'
import { formatEventDays, formatOnNow } from '../../shared/format.ts'
import { useSite } from '../site.tsx'
import { Icon } from '../ui/icon.tsx'

/**
 * An event's dates, or when it ends if it has already begun. A range wraps after its dash, and inside
 * a date only where even that does not fit.
 */
export function Days({ startDate, endDate }: { startDate: string; endDate: string }) {
  const { today } = useSite()
  const days = formatOnNow(startDate, endDate, today) ?? formatEventDays(startDate, endDate)
  const parts = days.split(/(?<=–) /)
  return (
    <p className="flex gap-1.5">
      <Icon name="calendar-days" className="mt-px size-4 shrink-0" />
      <span>
        {parts.map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' '}
            <span className="inline-block">{part}</span>
          </Fragment>
        ))}
      </span>
    </p>
  )
}
