import { formatTime } from '../../shared/event-times.ts'
import { formatDay } from '../../shared/format.ts'

/** Formats a local time such as `2026-11-20T09:00`. */
export function formatLocalTime(time: string): string {
  const [day = '', clock = ''] = time.split('T')
  return `${formatDay(day)}, ${formatTime(clock)}`
}
