/** Formats when an event takes place. Days and times are those of its place. */
import { addDays, dayIn } from './days.ts'
import type { Occurrence } from './event-fields.ts'
import { formatEventDays, formatOnNow } from './format.ts'
import { readerLanguage } from './language.ts'
import { memoize } from './memoize.ts'
import { clockFormat, dayFormat } from './site-format.ts'
import { t } from './translate.ts'

/** Days such as `2026-11-20`, and times such as `19:30`, or null for all day. */
export type EventTimes = Pick<Occurrence, 'startDate' | 'endDate' | 'startTime' | 'endTime'>

const clock = clockFormat('UTC')

/** Formats `19:30` as `7:30 PM`. */
export const formatTime = (time: string): string => clock(new Date(`2026-01-01T${time}Z`))

const noon = '12:00'
const latestNightEnd = '06:00'

/** Whether an event begins in the afternoon or evening and ends early the next morning. To people, it takes place on its first day. */
export const isOvernight = ({ startDate, endDate, startTime, endTime }: EventTimes): boolean =>
  startTime !== null &&
  endTime !== null &&
  startTime >= noon &&
  endTime <= latestNightEnd &&
  endDate === addDays(startDate, 1)

const isOnOneDay = (times: EventTimes): boolean => times.startDate === times.endDate || isOvernight(times)

/** Formats when an event starts and ends, such as `Friday, November 27, 2026, 7:30 PM – 9:00 PM`. */
export function formatEventTimes(times: EventTimes): string {
  const { startDate, endDate, startTime, endTime } = times
  if (startTime === null) return formatEventDays(startDate, endDate)
  const start = `${formatEventDays(startDate, startDate)}, ${formatTime(startTime)}`
  if (isOnOneDay(times)) return endTime === null ? start : `${start} – ${formatTime(endTime)}`
  const end = formatEventDays(endDate, endDate)
  return `${start} – ${end}${endTime === null ? '' : `, ${formatTime(endTime)}`}`
}

/** Formats when an event starts, and on which day it ends if it lasts several. */
export function formatEventStart(times: EventTimes): string {
  const { startDate, endDate, startTime } = times
  if (startTime === null || !isOnOneDay(times)) return formatEventDays(startDate, endDate)
  return `${formatEventDays(startDate, startDate)}, ${formatTime(startTime)}`
}

const mediumDay = dayFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })

/** Formats the same in less room, such as `Fri, Nov 27, 2026, 7:30 PM`. Days without a time stay as they are. */
export function formatEventStartShort(times: EventTimes): string {
  const { startDate, startTime } = times
  if (startTime === null || !isOnOneDay(times)) return formatEventStart(times)
  return `${mediumDay(startDate)}, ${formatTime(startTime)}`
}

type Moment = { timeZone: string; now: string }

/**
 * Formats until when an event takes place that is on at the instant `now`, such as `On now, until 9:00 PM`; null if it is not. An
 * event without times is on now from the second of its days.
 */
export function formatEventOnNow(
  times: EventTimes & Pick<Occurrence, 'startsAt' | 'endsAt'>,
  { timeZone, now }: Moment,
): string | null {
  const { startDate, endDate, startTime, endTime, startsAt, endsAt } = times
  const timed = startTime !== null
  if (now >= endsAt || now < startsAt) return null
  const today = dayIn(timeZone, new Date(now))
  if (timed && (endDate === today || isOvernight(times)))
    return endTime ? t('On now, until {time}', { time: formatTime(endTime) }) : t('On now')
  // It began today, and lasts for days.
  if (timed && startDate === today) return t('On now')
  return formatOnNow(startDate, endDate, today)
}

/** Names of zones are those of the present: some places have changed theirs. */
const present = Date.UTC(2026, 0)

/** Returns the name of a time zone, such as `Central Time`. */
export const formatTimeZone = (timeZone: string): string => zoneNames(`${readerLanguage()} ${timeZone}`)

const zoneNames = memoize((key) => {
  const [language, timeZone = ''] = key.split(' ')
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts(present).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
})
