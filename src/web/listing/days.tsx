import { formatEventStartShort } from '../../shared/event-times.ts'
import { Icon } from '../ui/icon.tsx'
import { type EventDates, useOnNow } from './event-state.ts'

type DaysProps = EventDates & { repeats?: string }

/** An event's dates, or when it ends if it has already begun, and whether it repeats. */
export function Days({ repeats, ...dates }: DaysProps) {
  const days = useOnNow(dates) ?? formatEventStartShort(dates)
  return (
    <p className="flex gap-1.5">
      <Icon name="calendar-days" className="mt-px size-4 shrink-0" />
      <span className="text-balance">
        {days}
        {repeats && <span className="block">{repeats}</span>}
      </span>
    </p>
  )
}
