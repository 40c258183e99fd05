/** What better-auth's messages become in our log. */
import type { BetterAuthOptions } from 'better-auth'
import type { Logger } from '../../../platform/log.ts'

type IdentityLog = NonNullable<BetterAuthOptions['logger']>

const maxPerMinute = 10
const minuteMs = 60_000

/** Of requests that involve no external provider: whatever better-auth calls an error is one of ours. */
export const createIdentityLog = (log: Logger): IdentityLog => ({
  level: 'error',
  log: (level, message) => {
    if (level === 'error') log.error(message)
  },
})

/**
 * Of sign-ins through external providers. Anyone can cause better-auth's errors there, by opening the callback's URL with
 * any `state` or `code`. So they are warnings, at most ten a minute; the next one counts those that were left out. Failures
 * of the database reach the log through the request that fails.
 */
export function createProviderLog(log: Logger, now: () => number = Date.now): IdentityLog {
  let [minute, written, omitted] = [0, 0, 0]
  return {
    level: 'error',
    log: (level, message, cause) => {
      if (level !== 'error') return
      if (now() - minute >= minuteMs) [minute, written] = [now(), 0]
      if (written >= maxPerMinute) {
        omitted += 1
        return
      }
      written += 1
      const reason = [message, cause instanceof Error && cause.message].filter(Boolean).join(': ')
      log.warn({ reason, ...(omitted > 0 && { omitted }) }, 'A sign-in through a provider failed.')
      omitted = 0
    },
  }
}
