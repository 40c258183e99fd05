/** URLs that open the form of a new event on Google Calendar and Outlook. They contain only what every visitor sees. */
import { addDays } from '../../../shared/days.ts'
import { formatPlace } from '../../../shared/format.ts'
import type { Event } from '../../../shared/listing.ts'

type Entry = Pick<
  Event,
  'title' | 'occurrence' | 'rule' | 'schedule' | 'time_zone' | 'venue' | 'city' | 'state' | 'country'
>

function locationOf(event: Entry): string {
  const { name, address, postal_code } = event.venue
  return [name, address, [formatPlace(event), postal_code].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
}

/**
 * Returns the URL for Google Calendar: with the times at the event's place, and for a series with its rule. Google accepts no
 * exceptions, so a series with some is added as its current date only.
 */
export function googleUrl(event: Entry, page: string): string {
  const { title, occurrence, rule, schedule, time_zone } = event
  const { startDate, endDate, startTime, endTime } = occurrence
  const isPlainSeries = rule !== null && schedule?.exceptions.length === 0
  const compact = (day: string, time: string | null) =>
    day.replaceAll('-', '') + (time === null ? '' : `T${time.replace(':', '')}00`)
  const dates =
    startTime === null
      ? `${compact(startDate, null)}/${compact(addDays(endDate, 1), null)}`
      : `${compact(startDate, startTime)}/${endTime === null ? compact(addDays(endDate, 1), '00:00') : compact(endDate, endTime)}`
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates,
    ctz: time_zone,
    details: page,
    location: locationOf(event),
    ...(isPlainSeries && { recur: `RRULE:${withUntilTime(rule, occurrence)}` }),
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

const hourMs = 3_600_000

/**
 * RFC 5545 wants an instant in `UNTIL` if the event has a time: two hours after the event starts on that day, in case the clock
 * changes until then.
 */
function withUntilTime(rule: string, { startDate, startTime, startsAt }: Entry['occurrence']): string {
  if (startTime === null) return rule
  const offset = Date.parse(`${startDate}T${startTime}Z`) - Date.parse(startsAt)
  return rule.replace(/UNTIL=(\d{4})(\d\d)(\d\d)(?=;|$)/, (_, year, month, day) => {
    const until = new Date(Date.parse(`${year}-${month}-${day}T${startTime}Z`) - offset + 2 * hourMs)
    return `UNTIL=${until.toISOString().replace(/[-:]|\.\d+/g, '')}`
  })
}

/** Returns the URL for Outlook, which takes one date: the current one. */
export function outlookUrl(event: Entry, page: string): string {
  const { startDate, endDate, startTime, startsAt, endsAt } = event.occurrence
  const isAllDay = startTime === null
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    startdt: isAllDay ? startDate : startsAt,
    enddt: isAllDay ? addDays(endDate, 1) : endsAt,
    ...(isAllDay && { allday: 'true' }),
    body: page,
    location: locationOf(event),
  })
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`
}
