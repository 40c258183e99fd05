import { Fragment } from 'react'
import { formatEventStartShort } from '../../shared/event-times.ts'
import { Icon } from '../ui/icon.tsx'
import { type EventDates, useOnNow } from './event-state.ts'

type DaysProps = EventDates & { repeats?: string }

/**
 * An event's dates, or when it ends if it has already begun, and whether it repeats. A range wraps after its dash. Where not
 * even one date fits, it wraps after its weekday and before its time.
 */
export function Days({ repeats, ...dates }: DaysProps) {
  const days = useOnNow(dates) ?? formatEventStartShort(dates)
  return (
    <p className="flex gap-1.5">
      <Icon name="calendar-days" className="mt-px size-4 shrink-0" />
      <span>
        <Parts text={days} after={/(?<=–) /} className="inline-block">
          {(day) => <Parts text={day} after={/(?<=day,|\d{4},) /} className="whitespace-nowrap" />}
        </Parts>
        {repeats && <span className="block">{repeats}</span>}
      </span>
    </p>
  )
}

type PartsProps = {
  text: string
  /** Matches the spaces at which the text may wrap. */
  after: RegExp
  className: string
  children?: (part: string) => React.ReactNode
}

function Parts({ text, after, className, children = (part) => part }: PartsProps) {
  return text.split(after).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' '}
      <span className={className}>{children(part)}</span>
    </Fragment>
  ))
}
