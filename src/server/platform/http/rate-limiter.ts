/**
 * Rate limits on attempts, such as sign-ins. Hits are stored in the database, so limits hold across processes and
 * restarts. A bucket names what is limited and for whom, such as `signIn 192.0.2.7`.
 */
import { sql } from 'kysely'
import type { Connection, Database } from '../database/database.ts'
import { rateLimited } from '../rate-limit/rate-limited.ts'
import { widerNetworkOf } from './client-network.ts'

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
  /** Emails that anyone can have sent: per requesting network, and per recipient, whatever the email is for. */
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
  /** Messages between people. `messageByAddress` counts the first messages of visitors. */
  conversationByAddress: [
    { max: 10, seconds: minute },
    { max: 60, seconds: hour },
  ],
  conversationByWriter: [
    { max: 10, seconds: minute },
    { max: 200, seconds: day },
  ],
  /** Emails to one reply address, whatever becomes of them. */
  emailByReplyAddress: [
    { max: 10, seconds: minute },
    { max: 100, seconds: day },
  ],
  newConversationBySender: [
    { max: 10, seconds: hour },
    { max: 20, seconds: day },
  ],
  newConversationByListing: [
    { max: 30, seconds: hour },
    { max: 100, seconds: day },
  ],
  conversationEmailByRecipient: [
    { max: 5, seconds: minute },
    { max: 30, seconds: 30 * minute },
  ],
  /** Saving searches, each of which is understood and stored, and subscribing browsers. */
  savedSearchByAccount: [{ max: 100, seconds: day }],
  attendanceByAccount: [
    { max: 20, seconds: minute },
    { max: 200, seconds: day },
  ],
  /** Requests to other servers. */
  calendarByAccount: [{ max: 30, seconds: day }],
  recommendByAccount: [{ max: 10, seconds: day }],
  /** Changes of recommendations and replies. */
  recommendationEditByAccount: [{ max: 30, seconds: day }],
  handleByAccount: [{ max: 10, seconds: day }],
  /** Rounds of emails about changes of one event. Further changes wait. */
  changedEvent: [{ max: 4, seconds: day }],
  /**
   * Ads whose contact details are shown on request. Visitors and new accounts share the limit of their network, so that
   * signing up does not start another one.
   */
  contactByNetwork: [{ max: 30, seconds: day }],
  contactByNewAccount: [{ max: 30, seconds: day }],
  contactByAccount: [{ max: 100, seconds: day }],
  contactByAccountsOfNetwork: [{ max: 300, seconds: day }],
  uploadByAccount: [{ max: 60, seconds: 30 * minute }],
} satisfies Record<string, Limit>

type LimitName = keyof typeof rateLimits

/** Wrong passwords for one account that cost nothing. Each further one doubles the wait (exponential backoff). */
const freeFailures = 10
const failureWindow = 15 * minute
const maxBackoff = 15 * minute
const maxBucketLength = 300
/** How many times as many attempts an IPv6 /48 has as one network in it. */
export const widerNetworkFactor = 3

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** `factor` multiplies every limit; null turns limits off. */
export function createRateLimiter({ kysely }: Database, factor: number | null) {
  const bucketOf = (limit: LimitName, key: string) =>
    `${limit} ${key.toLowerCase()}`.slice(0, maxBucketLength)
  const passwordBucketOf = (email: string) =>
    `wrong password ${email.toLowerCase()}`.slice(0, maxBucketLength)

  async function count(limit: LimitName, key: string): Promise<number> {
    const longest = Math.max(...rateLimits[limit].map(({ seconds }) => seconds))
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from rate_limit_hit
      where bucket = ${bucketOf(limit, key)} and at > clock_timestamp() - ${`${longest} seconds`}::interval`.execute(
      kysely,
    )
    return rows[0]?.count ?? 0
  }

  async function record(limit: LimitName, key: string, connection: Connection, times = 1) {
    if (factor === null) return
    const maxima = rateLimits[limit].map(({ max }) => Math.max(1, Math.round(max * factor)) * times)
    const windows = rateLimits[limit].map(({ seconds }) => `${seconds} seconds`)
    const { rows } = await sql<{ wait: number }>`
      select consume_rate_limit(${bucketOf(limit, key)}, ${maxima}::int[], ${windows}::interval[]) as wait`.execute(
      connection,
    )
    const wait = rows[0]?.wait ?? 0
    if (wait > 0) throw rateLimited('attempts', wait)
  }

  return {
    /** Multiplies every limit; infinite if limits are off. */
    factor: factor ?? Number.POSITIVE_INFINITY,

    /**
     * Returns the number of attempts of a network within the limit's longest window, or a third of those of its IPv6 /48 if
     * that is more.
     */
    async countFrom(limit: LimitName, network: string): Promise<number> {
      const wider = widerNetworkOf(network)
      const own = await count(limit, network)
      return wider === null ? own : Math.max(own, (await count(limit, wider)) / widerNetworkFactor)
    },

    /**
     * Records one attempt on `connection`; rolling back its transaction also removes the attempt. Throws
     * `rate_limited`, with the seconds until the next attempt, if the limit is reached.
     */
    consume: (limit: LimitName, key: string, connection: Connection = kysely) =>
      record(limit, key, connection),

    /**
     * Does the same for a network, and for the IPv6 /48 that contains it. `action` counts some attempts apart from others of
     * the same limit.
     */
    async consumeFrom(limit: LimitName, network: string, connection: Connection = kysely, action = '') {
      const keyOf = (from: string) => `${action} ${from}`.trim()
      await record(limit, keyOf(network), connection)
      const wider = widerNetworkOf(network)
      if (wider !== null) await record(limit, keyOf(wider), connection, widerNetworkFactor)
    },

    /**
     * Records an attempt to sign in as a wrong password, before the password is checked, so that concurrent attempts
     * cannot slip through together. Throws `rate_limited` while the account's backoff lasts.
     */
    async consumePasswordAttempt(email: string) {
      if (factor === null) return
      const { rows } = await sql<{ wait: number }>`
        select consume_with_backoff(${passwordBucketOf(email)}, ${Math.max(1, Math.round(freeFailures * factor))},
          ${`${failureWindow} seconds`}::interval, ${`${maxBackoff} seconds`}::interval) as wait`.execute(
        kysely,
      )
      const wait = rows[0]?.wait ?? 0
      if (wait > 0) throw rateLimited('attempts', wait)
    },

    /** Forgets the wrong passwords for an account, once someone has entered the right one. */
    async clearPasswordAttempts(email: string) {
      if (factor === null) return
      await sql`delete from rate_limit_hit where bucket = ${passwordBucketOf(email)}`.execute(kysely)
    },
  }
}
