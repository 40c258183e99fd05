import { AppError } from '../../../shared/errors.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import type { Metrics } from './metrics.ts'

/** Returns the rate limiter, with every attempt that it rejects counted under the name of the limit. */
export function countRejections(limiter: RateLimiter, { rateLimited }: Metrics): RateLimiter {
  async function counted<Result>(policy: string, attempt: Promise<Result>): Promise<Result> {
    try {
      return await attempt
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') rateLimited.inc({ policy })
      throw error
    }
  }
  return {
    ...limiter,
    consume: (limit, ...rest) => counted(limit, limiter.consume(limit, ...rest)),
    consumeFrom: (limit, ...rest) => counted(limit, limiter.consumeFrom(limit, ...rest)),
    consumePasswordAttempt: (email) => counted('wrongPassword', limiter.consumePasswordAttempt(email)),
  }
}
