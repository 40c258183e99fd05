import { parseCrontab } from 'graphile-worker'

const maxMinutes = 62 * 24 * 60

/** Returns the latest time before `now` at which this crontab, in UTC, runs; null if it is more than two months ago. */
export function lastDueTime(schedule: string, now: Date): Date | null {
  const [item] = parseCrontab(`${schedule} scheduled_backup`)
  const at = new Date(now)
  at.setUTCSeconds(0, 0)
  for (let minute = 0; item && minute < maxMinutes; minute += 1) {
    const matches = item.match({
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    })
    if (matches) return at
    at.setUTCMinutes(at.getUTCMinutes() - 1)
  }
  return null
}
