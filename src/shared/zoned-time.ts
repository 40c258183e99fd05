/** Instants as local times with their offset, by the browser's own data about time zones. */

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const parts = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    } as const
    format = new Intl.DateTimeFormat('en-US', {
      ...{ ...parts, second: '2-digit', hourCycle: 'h23', timeZone, timeZoneName: 'longOffset' },
    })
    formats.set(timeZone, format)
  }
  return format
}

/** Formats an ISO instant as `2026-12-01T19:30:00-06:00`. */
export function toZonedTime(instant: string, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(new Date(instant))
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  )
  // `GMT-06:00`, or `GMT` where there is no offset.
  const offset = timeZoneName?.replace(/^GMT/, '') || '+00:00'
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
}
