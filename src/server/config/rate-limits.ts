/** How often people may do what costs something or could be abused. `platform/http/rate-limiter.ts` applies these limits. */

const minute = 60
const hour = 60 * minute
const day = 24 * hour

type RateLimit = readonly { max: number; seconds: number }[]

export const rateLimits = {
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
} satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits
