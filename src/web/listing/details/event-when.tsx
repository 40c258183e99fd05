import { useSyncExternalStore } from 'react'
import { formatEventTimes, formatTime, formatTimeZone } from '../../../shared/event-times.ts'
import { formatInstant } from '../../../shared/format.ts'
import type { Event } from '../../../shared/listing.ts'
import { t } from '../../../shared/translate.ts'
import { Icon } from '../../ui/icon.tsx'
import { calledOff, useOnNow } from '../event-state.ts'

/** `repeats` says how, in words: the loader describes it, so that pages do not load that code. */
type EventWhenProps = { event: Event; repeats: string | null }

/** When an event takes place: its current or next date, and how it repeats. */
export function EventWhen({ event, repeats }: EventWhenProps) {
  const { occurrence, time_zone: timeZone } = event
  const onNow = useOnNow({ ...occurrence, timeZone, ...calledOff(event) })
  return (
    <li className="flex gap-2.5">
      <Icon name="calendar-days" className="mt-1 size-5 shrink-0 text-accent" />
      <div className="min-w-0">
        <Times event={event} />
        {onNow && <p className="mt-0.5 text-sm font-semibold text-success">{onNow}</p>}
        {occurrence.doorsTime && (
          <p className="text-sm">{t('Doors open at {time}', { time: formatTime(occurrence.doorsTime) })}</p>
        )}
        {repeats && <p className="mt-0.5 text-sm text-soft">{repeats}</p>}
      </div>
    </li>
  )
}

/** Where the visitor's clock shows another time, names the time zone, and says what their clock shows. */
function Times({ event: { occurrence, postponed, time_zone: timeZone } }: { event: Event }) {
  const visitorZone = useVisitorTimeZone()
  const text = formatEventTimes(occurrence)
  if (postponed || occurrence.postponed) return <s className="text-soft">{text}</s>
  const local = visitorZone && formatInstant(occurrence.startsAt, visitorZone)
  const isElsewhere =
    local && occurrence.startTime !== null && local !== formatInstant(occurrence.startsAt, timeZone)
  return (
    <>
      <p>{isElsewhere ? `${text} (${formatTimeZone(timeZone)})` : text}</p>
      {/* On every page, so that nothing is added to it when it is hydrated. */}
      <p className="text-sm text-soft empty:hidden">
        {isElsewhere && t('Your time: {time}', { time: local })}
      </p>
    </>
  )
}

const subscribe = () => () => {}

/** Returns the browser's time zone; null on the server and in the first render, so that all visitors get the same HTML. */
const useVisitorTimeZone = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  )
