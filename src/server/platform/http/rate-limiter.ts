/** Rate limits on attempts, such as sign-ins. Hits are in the database, so limits hold across processes and restarts. */
import { sql } from 'kysely'
import { type RateLimitName, rateLimits } from '../../config/rate-limits.ts'
import type { Connection, Database } from '../database/database.ts'
import { rateLimited } from '../rate-limit/rate-limited.ts'
import { widerNetworkOf } from './client-network.ts'

/** Wrong passwords for one account that cost nothing. Each further one doubles the wait (exponential backoff). */
const freeFailures = 10
const failureWindowSeconds = 15 * 60
const maxBackoffSeconds = 15 * 60
const maxBucketLength = 300
/** How many times as many attempts an IPv6 /48 has as one network in it. */
export const widerNetworkFactor = 3

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** `factor` multiplies every limit; null turns limits off. Calls `onRejection` with the name of each limit that is exceeded. */
export function createRateLimiter(
  { kysely }: Database,
  factor: number | null,
  onRejection: (limit: string) => void = () => {},
) {
  const bucketOf = (limit: RateLimitName | 'wrong password', key: string) =>
    `${limit} ${key.toLowerCase()}`.slice(0, maxBucketLength)

  async function count(limit: RateLimitName, key: string): Promise<number> {
    const longest = Math.max(...rateLimits[limit].map(({ seconds }) => seconds))
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from rate_limit_hit
      where bucket = ${bucketOf(limit, key)} and at > clock_timestamp() - ${`${longest} seconds`}::interval`.execute(
      kysely,
    )
    return rows[0]?.count ?? 0
  }

  async function record(
    limit: RateLimitName,
    key: string,
    connection: Connection,
    { times = 1, most }: { times?: number; most?: number | undefined } = {},
  ) {
    if (factor === null) return
    const maxima = rateLimits[limit].map(({ max }) => Math.max(1, Math.round((most ?? max) * factor)) * times)
    const windows = rateLimits[limit].map(({ seconds }) => `${seconds} seconds`)
    const { rows } = await sql<{ wait: number }>`
      select consume_rate_limit(${bucketOf(limit, key)}, ${maxima}::int[], ${windows}::interval[]) as wait`.execute(
      connection,
    )
    requireNoWait(rows[0]?.wait, limit)
  }

  function requireNoWait(seconds: number | undefined, limit: string) {
    if (seconds === undefined || seconds <= 0) return
    onRejection(limit)
    throw rateLimited('attempts', seconds)
  }

  return {
    /** Multiplies every limit; infinite if limits are off. */
    factor: factor ?? Number.POSITIVE_INFINITY,

    /** Returns a network's attempts within the longest window, or a third of those of its IPv6 /48 if that is more. */
    async countFrom(limit: RateLimitName, network: string): Promise<number> {
      const wider = widerNetworkOf(network)
      const own = await count(limit, network)
      return wider === null ? own : Math.max(own, (await count(limit, wider)) / widerNetworkFactor)
    },

    /**
     * Records one attempt on `connection`; rolling back its transaction also removes the attempt. Throws
     * `rate_limited`, with the seconds until the next attempt, if the limit is reached. `most` replaces the number of attempts.
     */
    consume: (limit: RateLimitName, key: string, connection: Connection = kysely, most?: number) =>
      record(limit, key, connection, { most }),

    /** Does the same for a network and its IPv6 /48. `action` counts some attempts apart from others of the same limit. */
    async consumeFrom(limit: RateLimitName, network: string, connection: Connection = kysely, action = '') {
      const keyOf = (from: string) => `${action} ${from}`.trim()
      await record(limit, keyOf(network), connection)
      const wider = widerNetworkOf(network)
      if (wider !== null) await record(limit, keyOf(wider), connection, { times: widerNetworkFactor })
    },

    /**
     * Records an attempt to sign in as a wrong password, before the password is checked, so that concurrent attempts
     * cannot slip through together. Throws `rate_limited` while the account's backoff lasts.
     */
    async consumePasswordAttempt(email: string) {
      if (factor === null) return
      const { rows } = await sql<{ wait: number }>`
        select consume_with_backoff(${bucketOf('wrong password', email)}, ${Math.max(1, Math.round(freeFailures * factor))},
          ${`${failureWindowSeconds} seconds`}::interval, ${`${maxBackoffSeconds} seconds`}::interval) as wait`.execute(
        kysely,
      )
      requireNoWait(rows[0]?.wait, 'wrongPassword')
    },

    /** Forgets the wrong passwords for an account, once someone has entered the right one. */
    async clearPasswordAttempts(email: string) {
      if (factor === null) return
      await sql`delete from rate_limit_hit where bucket = ${bucketOf('wrong password', email)}`.execute(
        kysely,
      )
    },
  }
}
