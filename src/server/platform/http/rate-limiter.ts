/**
 * Rate limits on attempts, such as sign-ins. Hits are stored in the database, so limits hold across processes and
 * restarts. A bucket names what is limited and for whom, such as `signIn 192.0.2.7`.
 */
import { sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { Connection, Database } from '../database/database.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

type Limit = readonly { max: number; seconds: number }[]

const rateLimits = {
  signIn: [
    { max: 6, seconds: minute },
    { max: 30, seconds: hour },
  ],
  signUp: [{ max: 5, seconds: 30 * minute }],
  /** Password reset, verification, and sign-in links: per requesting network, and per recipient. */
  emailLinkByAddress: [
    { max: 3, seconds: minute },
    { max: 6, seconds: hour },
  ],
  emailLinkByRecipient: [
    { max: 1, seconds: minute },
    { max: 5, seconds: 30 * minute },
  ],
  /** New listings: per network, and per account, with less for accounts on their first day. */
  postByAddress: [{ max: 30, seconds: hour }],
  postByNewAccount: [{ max: 5, seconds: day }],
  postByAccount: [{ max: 20, seconds: day }],
  editByAccount: [{ max: 30, seconds: day }],
  reportByAddress: [{ max: 10, seconds: hour }],
  reportByAccount: [{ max: 20, seconds: day }],
  messageByAddress: [
    { max: 3, seconds: minute },
    { max: 10, seconds: hour },
  ],
  messageBySender: [{ max: 5, seconds: day }],
  uploadByAccount: [{ max: 60, seconds: 30 * minute }],
} satisfies Record<string, Limit>

type LimitName = keyof typeof rateLimits

/** Wrong passwords for one account that cost nothing. Each further one doubles the wait (exponential backoff). */
const freeFailures = 10
const failureWindow = 15 * minute
const maxBackoff = 15 * minute
const maxBucketLength = 300

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** `factor` multiplies every limit; null turns limits off. */
export function createRateLimiter({ kysely }: Database, factor: number | null) {
  const bucketOf = (limit: LimitName, key: string) =>
    `${limit} ${key.toLowerCase()}`.slice(0, maxBucketLength)
  const failureBucketOf = (email: string) => `wrong password ${email.toLowerCase()}`.slice(0, maxBucketLength)

  return {
    /** Multiplies every limit; infinite if limits are off. */
    factor: factor ?? Number.POSITIVE_INFINITY,

    /** Returns the number of attempts within the limit's longest window. */
    async count(limit: LimitName, key: string): Promise<number> {
      const longest = Math.max(...rateLimits[limit].map(({ seconds }) => seconds))
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from rate_limit_hit
        where bucket = ${bucketOf(limit, key)} and at > clock_timestamp() - ${`${longest} seconds`}::interval`.execute(
        kysely,
      )
      return rows[0]?.count ?? 0
    },

    /**
     * Records one attempt on `connection`; rolling back its transaction also removes the attempt. Throws
     * `rate_limited`, with the seconds until the next attempt, if the limit is reached.
     */
    async consume(limit: LimitName, key: string, connection: Connection = kysely) {
      if (factor === null) return
      const maxima = rateLimits[limit].map(({ max }) => Math.max(1, Math.round(max * factor)))
      const windows = rateLimits[limit].map(({ seconds }) => `${seconds} seconds`)
      const { rows } = await sql<{ wait: number }>`
        select consume_rate_limit(${bucketOf(limit, key)}, ${maxima}::int[], ${windows}::interval[]) as wait`.execute(
        connection,
      )
      const wait = rows[0]?.wait ?? 0
      if (wait > 0) throw tooManyAttempts(wait)
    },

    /** Throws `rate_limited` while an account's backoff after wrong passwords lasts. */
    async requireNotThrottled(email: string) {
      if (factor === null) return
      const { rows } = await sql<{ count: number; since: number }>`
        select count(*)::int as count, extract(epoch from clock_timestamp() - max(at))::int as since
        from rate_limit_hit
        where bucket = ${failureBucketOf(email)} and at > clock_timestamp() - ${`${failureWindow} seconds`}::interval
      `.execute(kysely)
      const { count = 0, since = 0 } = rows[0] ?? {}
      const excess = count - Math.round(freeFailures * factor)
      if (excess < 0) return
      const wait = Math.min(maxBackoff, 2 ** Math.min(excess, 20)) - since
      if (wait > 0) throw tooManyAttempts(wait)
    },

    async recordFailure(email: string) {
      if (factor === null) return
      await sql`insert into rate_limit_hit (bucket) values (${failureBucketOf(email)})`.execute(kysely)
    },
  }
}

const tooManyAttempts = (seconds: number) =>
  new AppError(
    'rate_limited',
    `Too many attempts. Please try again in ${formatDuration(seconds)}.`,
    undefined,
    { retryAfter: seconds },
  )

function formatDuration(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  if (seconds < 90 * minute) return `${Math.ceil(seconds / minute)} minutes`
  return `${Math.ceil(seconds / hour)} hours`
}
