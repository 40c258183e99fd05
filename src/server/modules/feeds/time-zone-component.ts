/**
 * Time zones as calendars describe them (RFC 5545, VTIMEZONE). They are generated from the same rules as the stored instants: a list of
 * prepared components would contradict them when a government changes its clocks.
 */
import { Temporal } from 'temporal-polyfill'

/** Returns the component of a time zone, with each change of its clocks from a day to another one. */
export function timeZoneComponent(timeZone: string, from: string, to: string): string {
  const begin = Temporal.PlainDate.from(from).toZonedDateTime(timeZone)
  const end = Temporal.PlainDate.from(to).add({ days: 1 }).toZonedDateTime(timeZone)
  const changes: Temporal.ZonedDateTime[] = []
  let next = begin.getTimeZoneTransition('next')
  while (next && Temporal.ZonedDateTime.compare(next, end) < 0) {
    changes.push(next)
    next = next.getTimeZoneTransition('next')
  }
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observance(begin, { onset: '19700101T000000', offsetFrom: begin.offset }),
    ...changes.flatMap((change) => {
      const before = change.subtract({ nanoseconds: 1 })
      // The onset is what clocks would show if they had not been changed.
      const onset = before.toPlainDateTime().add({ nanoseconds: 1 })
      return observance(change, { onset: onset.toString().replace(/[-:]/g, ''), offsetFrom: before.offset })
    }),
    'END:VTIMEZONE',
  ].join('\r\n')
}

function observance(
  time: Temporal.ZonedDateTime,
  { onset, offsetFrom }: { onset: string; offsetFrom: string },
) {
  const kind = isDaylightTime(time) ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${onset}`,
    `TZOFFSETFROM:${offsetFrom.replace(':', '')}`,
    `TZOFFSETTO:${time.offset.replace(':', '')}`,
    `TZNAME:${nameOf(time)}`,
    `END:${kind}`,
  ]
}

const isDaylightTime = (time: Temporal.ZonedDateTime) =>
  [1, 7].some((month) => time.with({ month, day: 1 }).offsetNanoseconds < time.offsetNanoseconds)

/** Returns the abbreviation, such as `CST`. */
function nameOf({ timeZoneId, epochMilliseconds }: Temporal.ZonedDateTime): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timeZoneId, timeZoneName: 'short' })
  const name = format.formatToParts(epochMilliseconds).find(({ type }) => type === 'timeZoneName')
  return name?.value ?? timeZoneId
}
