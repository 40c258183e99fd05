import { AppError } from '../../../shared/errors.ts'

const minute = 60
const hour = 60 * minute

/** Returns the error for someone who exceeds a limit, with the seconds until the next try. */
export const rateLimited = (what: 'requests' | 'attempts', seconds: number) =>
  new AppError(
    'rate_limited',
    `Too many ${what}. Please try again in ${formatDuration(seconds)}.`,
    undefined,
    { retryAfter: seconds },
  )

/** Returns a text such as `3 hours`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  if (seconds < 90 * minute) return `${Math.ceil(seconds / minute)} minutes`
  return `${Math.ceil(seconds / hour)} hours`
}
