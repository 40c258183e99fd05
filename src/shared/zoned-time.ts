/** Instants as local times with their offset, by the browser's own data about time zones. */
import { memoize } from './memoize.ts'

const formats = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZone,
      timeZoneName: 'longOffset',
    }),
)

/** Formats an ISO instant as `2026-12-01T19:30:00-06:00`. */
export function toZonedTime(instant: string, timeZone: string): string {
  const parts = formats(timeZone).formatToParts(new Date(instant))
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  )
  // `GMT-06:00`, or `GMT` where there is no offset.
  const offset = timeZoneName?.replace(/^GMT/, '') || '+00:00'
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
}
