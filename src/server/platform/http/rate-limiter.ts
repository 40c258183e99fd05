/**
 * Limits on how often something may be tried, counted in the database: they hold across processes and restarts. What
 * is limited is named by a bucket, such as `sign-in 192.0.2.7`.
 */
import { sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { Connection, Database } from '../database/database.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

type Limit = readonly { max: number; seconds: number }[]

export const rateLimits = {
  signIn: [
    { max: 6, seconds: minute },
    { max: 30, seconds: hour },
  ],
  signUp: [{ max: 5, seconds: 30 * minute }],
  /** Reset, verification and sign-in link: by the address that asks, and by the one that is written to. */
  emailLinkByAddress: [
    { max: 3, seconds: minute },
    { max: 6, seconds: hour },
  ],
  emailLinkByRecipient: [
    { max: 1, seconds: minute },
    { max: 5, seconds: 30 * minute },
  ],
  /** Posts of listings: by the address, and by the account, which is trusted less on its first day. */
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

/** Wrong passwords for one account: so many are free, then each waits twice as long as the one before. */
const freeFailures = 10
const failureSpan = 15 * minute
const longestWait = 15 * minute

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** `factor` multiplies every limit; null switches them off. */
export function createRateLimiter({ kysely }: Database, factor: number | null) {
  const bucketOf = (what: keyof typeof rateLimits, who: string) =>
    `${what} ${who.toLowerCase()}`.slice(0, 300)
  const failuresOf = (email: string) => `wrong password ${email.toLowerCase()}`.slice(0, 300)

  return {
    /** What multiplies every limit; endless when there are none. */
    factor: factor ?? Number.POSITIVE_INFINITY,

    /** How many tries are counted within the longest span of the limit. */
    async count(what: keyof typeof rateLimits, who: string): Promise<number> {
      const longest = Math.max(...rateLimits[what].map(({ seconds }) => seconds))
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from rate_limit_hit
        where bucket = ${bucketOf(what, who)} and at > clock_timestamp() - ${`${longest} seconds`}::interval`.execute(
        kysely,
      )
      return rows[0]?.count ?? 0
    },

    /** Counts a try, on the connection given: with its transaction the count is taken back. Throws `rate_limited`, saying when the next one may be made, once a limit is reached. */
    async consume(what: keyof typeof rateLimits, who: string, connection: Connection = kysely) {
      if (factor === null) return
      const maxima = rateLimits[what].map(({ max }) => Math.max(1, Math.round(max * factor)))
      const spans = rateLimits[what].map(({ seconds }) => `${seconds} seconds`)
      const { rows } = await sql<{ wait: number }>`
        select consume_rate_limit(${bucketOf(what, who)}, ${maxima}::int[], ${spans}::interval[]) as wait`.execute(
        connection,
      )
      const wait = rows[0]?.wait ?? 0
      if (wait > 0) throw tooOften(wait)
    },

    /** Throws while an account must not be tried: after many wrong passwords, for a time that grows. */
    async requireNotThrottled(email: string) {
      if (factor === null) return
      const { rows } = await sql<{ count: number; since: number }>`
        select count(*)::int as count, extract(epoch from clock_timestamp() - max(at))::int as since
        from rate_limit_hit where bucket = ${failuresOf(email)} and at > clock_timestamp() - ${`${failureSpan} seconds`}::interval
      `.execute(kysely)
      const { count = 0, since = 0 } = rows[0] ?? {}
      const beyond = count - Math.round(freeFailures * factor)
      if (beyond < 0) return
      const wait = Math.min(longestWait, 2 ** Math.min(beyond, 20)) - since
      if (wait > 0) throw tooOften(wait)
    },

    async recordFailure(email: string) {
      if (factor === null) return
      await sql`insert into rate_limit_hit (bucket) values (${failuresOf(email)})`.execute(kysely)
    },
  }
}

const tooOften = (seconds: number) =>
  new AppError('rate_limited', `Too many tries. Please try again in ${inWords(seconds)}.`, undefined, {
    retryAfter: seconds,
  })

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  if (seconds < 90 * minute) return `${Math.ceil(seconds / minute)} minutes`
  return `${Math.ceil(seconds / hour)} hours`
}
