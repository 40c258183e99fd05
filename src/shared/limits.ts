/** Business constants and limits (specification, section 9; design, section 4). */

export const pageSize = 12
export const maxPageSize = 50
/** The default page size of the admin calls. The dashboard shows the lists of the specification in pages of 12. */
export const adminPageSize = 50
/** The most listings that one call returns of an author's own. */
export const maxOwnListings = 500
/** The account page lists this many sessions, those used last. */
export const maxListedSessions = 50
/** Searches by admins stop counting matches here. */
export const maxCounted = 2_000
/** Keeps the offset within PostgreSQL's range; no real list has this many pages. */
export const maxPage = 1_000_000
/** Lists and searches show this many ads: reading one page costs more, the more ads come before it. */
export const maxReachable = 10_000
export const lastReachablePage = Math.ceil(maxReachable / pageSize)
export const homeListings = 6
/** Events of the weekend there. */
export const homeWeekendEvents = 3
/** How many similar ads a detail page shows. */
export const maxSimilarListings = 6
/** A seller's page lists their newest ads of each kind, so that no query depends on how many there are. */
export const maxSellerListings = 1_000
/** A detail page stops counting its seller's other ads here. */
export const maxCountedSellerListings = 100
/** Cards truncate titles and descriptions to this many characters (specification, section 3). Operators can change it. */
export const cardTextLength = 20
export const maxCardTextLength = 200
/** More than two lines of a card show on any screen. */
export const maxClampedLength = 240
export const bannerTransitionMs = 350

export const maxSearchTextLength = 200
/** The most suggestions of the search field, all groups together, and of the field for a venue. */
export const maxSuggestions = 8
export const maxVenueSuggestions = 8
export const maxAdSuggestions = 3
/** Searches that an account can save, and browsers to which it can have notifications sent. */
export const maxSavedSearches = 50
export const maxPushSubscriptions = 10
/** Searches that a browser remembers. */
export const maxRecentSearches = 8
/** The most recently viewed ads, which a browser keeps to be read offline. */
export const maxCachedListings = 40
/** Calendars that an account can import, and the upcoming events of each. */
export const maxImportedCalendars = 5
export const maxImportedEvents = 200
/** Upcoming events of the calendar files that an account uploads, and the size of a calendar. */
export const maxFileEvents = 1_000
export const maxCalendarBytes = 2 * 1024 * 1024
/** Days of failures after which a calendar is not read again. */
export const calendarFailureDays = 7
/** The longest address of a calendar. */
export const maxCalendarUrlLength = 1_000
/** Dates of a series, and how far ahead they are generated. */
export const maxOccurrences = 400
export const generatedMonths = 12
export const maxExceptions = 400
export const maxTicketTypes = 20
export const venueLengths = { name: 120, address: 200, postalCode: 12, note: 300, ticketName: 80 } as const
export const maxNameLength = 120
export const maxEmailLength = 254
export const maxPhoneLength = 60
export const maxAddressLength = 500
export const maxBioLength = 5_000
export const maxLinkLength = 500
export const titleLength = { min: 3, max: 120 } as const
export const descriptionLength = { min: 10, max: 10_000 } as const
export const maxPrice = 9_999_999.99
export const maxPictures = 10
/** How far the cases that wait for an admin are counted: nobody needs to know how many more there are. */
export const maxCountedCases = 100
/** Limits the fields of listings: their number, the choices of each, and by how many of them one list can be filtered. */
export const fieldLimits = { fields: 50, choices: 100, filters: 10 }
/** Limits the categories, the subcategories of each, and the texts that admins give them. */
export const topicLimits = { siblings: 200, drawing: 20 * 1024, synonyms: 5_000 }
/** Of places: the other names of one, in characters. */
export const placeLimits = { moreNames: 2_000 }
export const maxNoteLength = 1_000
export const maxReasonLength = 500
/** An appeal, and the months within which a decision can be appealed. */
export const maxAppealLength = 2_000
export const appealMonths = 6
/** Decisions that the account page lists. */
export const maxListedStatements = 100
/** Public figures below this are not shown exactly. */
export const minPublicFigure = 5
export const maxMessageLength = 10_000
/** A message between people, and how many of a conversation a page shows. */
export const maxConversationMessageLength = 5_000
export const maxShownMessages = 100
export const maxMessagePhotos = 4
/** Messages that an author can send to a visitor who does not reply. */
export const maxUnansweredMessages = 5
/** Days ahead for which notices of answers to one visitor can be planned: one a day, until they confirm their address. */
export const answerNoticeDays = 7
/** A text that someone has sent to this many authors within a week is held for an admin. */
export const authorsToHold = 5
/** The name in the URL of a seller's page, and how many someone can have, earlier ones included. */
export const handleLength = { min: 3, max: 30 } as const
export const maxHandles = 5
/** A recommendation, and its author's reply. */
export const maxRecommendationLength = 500
/** Days during which a recommendation and a reply can be changed. */
export const recommendationEditDays = 30
/** Days after which the same person can recommend the same seller again. */
export const recommendationIntervalDays = 365
/** How fast an author replies is measured over the conversations of the last days, and shown with enough people in them. */
export const replyTime = { days: 90, minSenders: 5, maxConversations: 100 } as const
export const maxSavedReasons = 20
export const maxSavedReasonLength = 200
/** Ads that one person, or one browser of a visitor, can save. */
export const maxSavedAds = 200
/** Dates of a series, and names of those who go, on the page of an event. */
export const maxAttendanceDates = 12
export const maxAttendeeNames = 20
/** Check-ins at the door of an event that one request sends. */
export const maxCheckIns = 500
/** How far ahead an ad can be scheduled. */
export const maxScheduledDays = 365
/** What the author of an event asks those who register, and what they answer. */
export const maxQuestions = 5
export const maxQuestionLength = 120
export const maxAnswerLength = 300
/** Dates on the page of the events that someone goes to. */
export const maxAttendedEvents = 200
/** The daily email about saved ads names this many. It is sent from this hour on, in the site's time zone. */
export const maxSavedAdsInEmail = 20
export const savedAdsEmailHour = 9
/** Savers of an event hear of its end this many days before. */
export const soonDays = 3
/**
 * An account is established after this many days. Only then do its reports count toward hiding, and can it recommend and be
 * recommended.
 */
export const establishedAccountDays = 7
/** A listing is hidden once this many established accounts have reported it. */
export const reportsToHide = 3
/** Days during which a removal by an admin can be undone, and after which a listing deleted by its author is purged. */
export const undoDays = 30
/** What the site itself needs for this long, in days, and nobody can change. */
export const retentionDays = {
  /** Listings that their author or an admin deleted. */
  deletedListings: undoDays,
  /** Conversations whose other participant deleted their account. */
  leftConversations: 90,
  /** Notices of answers to visitors, once their conversation is deleted; those to mailboxes that want none stay longer. */
  answerNotices: answerNoticeDays,
  /** That someone wrote a recommendation, which they deleted. */
  deletedRecommendations: recommendationIntervalDays,
  /** Attempts counted for rate limits. */
  rateLimitHits: 1,
  /** How often an ad was viewed on a day. */
  listingViews: 90,
  /** Solved challenges of the contact form, which work once. */
  redeemedChallenges: 1,
  idempotencyKeys: 2,
  /** Accounts whose email was never verified. */
  unverifiedAccounts: 7,
} as const
/** The days of which authors see the statistics of their ads, today included. */
export const statisticsDays = 30
/** The number of people who viewed the contact details of an ad counts those of this many days. */
export const contactViewerDays = 7
/** Days for which the link of an invitation to sign up works. */
export const invitationDays = 14
/** Search engines come back after this long. */
export const maintenanceRetrySeconds = 300
/** Hours for which the link works with which someone becomes the first admin. */
export const setupLinkHours = 24
/** A session ends after `idle` days without use, and after `max` days in any case. */
export const sessionDays = { idle: 30, max: 90 } as const
/** Days for which search engines may index an event after its end. Its page stays. */
export const indexedDaysAfterEnd = 30
export const maxFeedEntries = 50
/** The calendar of a list has a month with whole weeks, and lists this many events of a day. */
export const maxCalendarDays = 42
export const maxEventsPerDay = 20
export const maxCalendarEvents = 200
/** Events in a frame on another site, unless its URL names another number. */
export const defaultEmbeddedEvents = 10
/** Limits of one uploaded picture. */
export const maxPicture = { bytes: 15 * 1024 * 1024, pixels: 50_000_000 } as const
export const passwordLength = { min: 8, max: 128 } as const

/** The characters of an operator's own CSS. */
export const maxCssLength = 20_000
/** The most characters of the parts of a text, and the most bytes of a form with one. */
export const textLimits = {
  title: 200,
  subtitle: 400,
  body: 50_000,
  address: 60,
  formBytes: 640 * 1024,
} as const
/** Pages that admins added. The bar has room for a few; the menu of phones has them, too. */
export const maxOwnPages = 100
export const maxHeaderPages = 3
export const maxHeaderTitleLength = 24
