import { Fragment } from 'react'
import { formatEventDays, formatOnNow } from '../../shared/format.ts'
import { useSite } from '../site.tsx'
import { Icon } from '../ui/icon.tsx'

type DaysProps = { startDate: string; endDate: string; canceled: boolean }

/**
 * An event's dates, or when it ends if it has already begun. A range wraps after its dash. Where not even one date fits,
 * it wraps after its weekday.
 */
export function Days({ startDate, endDate, canceled }: DaysProps) {
  const { today } = useSite()
  const onNow = canceled ? null : formatOnNow(startDate, endDate, today)
  const days = onNow ?? formatEventDays(startDate, endDate)
  return (
    <p className="flex gap-1.5">
      <Icon name="calendar-days" className="mt-px size-4 shrink-0" />
      <span>
        <Parts text={days} after={/(?<=–) /} className="inline-block">
          {(day) => <Parts text={day} after={/(?<=day,) /} className="whitespace-nowrap" />}
        </Parts>
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
