import type { BetterAuthOptions } from 'better-auth'
import type { Logger } from '../../../platform/log.ts'
import { limitLines } from '../../../platform/logging/limit-lines.ts'

type IdentityLog = NonNullable<BetterAuthOptions['logger']>

const maxPerMinute = 10

/** For requests that involve no external provider: whatever better-auth calls an error is one of ours. */
export function createIdentityLog(log: Logger): IdentityLog {
  const limited = limitLines(log)
  return {
    level: 'error',
    log: (_level, message) => limited.error(message),
  }
}

/** For sign-ins through providers. Anyone can cause errors there, with any `state` or `code`: they are limited warnings. */
export function createProviderLog(log: Logger, now?: () => number): IdentityLog {
  const limited = limitLines(log, maxPerMinute, now)
  return {
    level: 'error',
    log: (_level, message, cause) => {
      const reason = [message, cause instanceof Error && cause.message].filter(Boolean).join(': ')
      limited.warn({ reason }, 'A sign-in through a provider failed.')
    },
  }
}
