import { AppError } from '../../../shared/errors.ts'
import { t } from '../../../shared/translate.ts'

const minute = 60
const hour = 60 * minute

/** Returns the error for someone who exceeds a limit, with the seconds until the next try. */
export const rateLimited = (what: 'requests' | 'attempts', seconds: number) =>
  new AppError(
    'rate_limited',
    t(
      '{what, select, requests {Too many requests. Please try again in {time}.} other {Too many attempts. Please try again in {time}.}}',
      { what, time: formatDuration(seconds) },
    ),
    undefined,
    { retryAfter: seconds },
  )

/** Returns a text such as `3 hours`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return t('{count, plural, one {# second} other {# seconds}}', { count: seconds })
  if (seconds < 90 * minute)
    return t('{count, plural, one {# minute} other {# minutes}}', { count: Math.ceil(seconds / minute) })
  return t('{count, plural, one {# hour} other {# hours}}', { count: Math.ceil(seconds / hour) })
}
