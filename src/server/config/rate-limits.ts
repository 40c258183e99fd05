/** How often people may do what costs something or could be abused. `platform/http/rate-limiter.ts` applies these limits. */

const minute = 60
const hour = 60 * minute
const day = 24 * hour

type RateLimit = readonly { max: number; seconds: number }[]

const atMost = (max: number, seconds: number) => ({ max, seconds })

export const rateLimits = {
  signIn: [atMost(6, minute), atMost(30, hour)],
  signUp: [atMost(5, 30 * minute)],
  /** Emails that anyone can have sent: per requesting network, and per recipient, whatever the email is for. */
  emailLinkByAddress: [atMost(3, minute), atMost(6, hour)],
  emailLinkByRecipient: [atMost(1, minute), atMost(5, 30 * minute)],
  /** New listings: per network, and per account, with less for accounts on their first day. */
  postByAddress: [atMost(30, hour)],
  postByNewAccount: [atMost(5, day)],
  postByAccount: [atMost(20, day)],
  editByAccount: [atMost(30, day)],
  reportByAddress: [atMost(10, hour)],
  reportByAccount: [atMost(20, day)],
  messageByAddress: [atMost(3, minute), atMost(10, hour)],
  messageBySender: [atMost(5, day)],
  /** Messages between people. `messageByAddress` counts the first messages of visitors. */
  conversationByAddress: [atMost(10, minute), atMost(60, hour)],
  conversationByWriter: [atMost(10, minute), atMost(200, day)],
  /** Emails to one reply address, whatever becomes of them. */
  emailByReplyAddress: [atMost(10, minute), atMost(100, day)],
  newConversationBySender: [atMost(10, hour), atMost(20, day)],
  newConversationByListing: [atMost(30, hour), atMost(100, day)],
  conversationEmailByRecipient: [atMost(5, minute), atMost(30, 30 * minute)],
  /** Saving searches, each of which is understood and stored, and subscribing browsers. */
  savedSearchByAccount: [atMost(100, day)],
  attendanceByAccount: [atMost(20, minute), atMost(200, day)],
  checkInByAccount: [atMost(120, minute)],
  /** Requests to other servers. */
  calendarByAccount: [atMost(30, day)],
  recommendByAccount: [atMost(10, day)],
  /** Changes of recommendations and replies. */
  recommendationEditByAccount: [atMost(30, day)],
  /** Test messages of admins, each of which connects to the mail server. */
  testEmailByAccount: [atMost(3, minute), atMost(20, day)],
  handleByAccount: [atMost(10, day)],
  /** Rounds of emails about changes of one event. Further changes wait. */
  changedEvent: [atMost(4, day)],
  /**
   * Ads whose contact details are shown on request. Visitors and new accounts share the limit of their network, so that
   * signing up does not start another one.
   */
  contactByNetwork: [atMost(30, day)],
  contactByNewAccount: [atMost(30, day)],
  contactByAccount: [atMost(100, day)],
  contactByAccountsOfNetwork: [atMost(300, day)],
  uploadByAccount: [atMost(60, 30 * minute)],
} satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits
