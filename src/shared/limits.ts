/** Business constants and limits, each in one place (specification, section 9; design, section 4). */

export const pageSize = 12
export const maxPageSize = 50
/** Of the lists that admins alone read; those that the specification knows are shown in pages of 12 all the same. */
export const adminPageSize = 50
/** What admins search for is counted no further. */
export const maxCounted = 2_000
/** Far beyond any real page; it keeps an offset inside what PostgreSQL can count. */
export const maxPage = 1_000_000
export const homeListings = 6
/** Titles and descriptions on cards are cut here (specification, section 3). */
export const cardTextLength = 20
export const bannerTransitionMs = 350

export const maxSearchTextLength = 200
export const maxNameLength = 120
export const maxEmailLength = 254
export const maxPhoneLength = 60
export const maxLinkLength = 500
export const titleLength = { min: 3, max: 120 } as const
export const descriptionLength = { min: 10, max: 10_000 } as const
export const maxPrice = 9_999_999.99
export const maxPictures = 10
export const maxNoteLength = 1_000
export const maxReasonLength = 500
export const maxMessageLength = 10_000
export const maxSavedReasons = 20
/** Of one reason in the list that admins choose from. */
export const maxSavedReasonLength = 200
/** So many different people hide a listing by reporting it. */
export const reportsToHide = 3
/** What an admin removed can be had back for so many days; what an author deleted is purged after as many. */
export const undoDays = 30
/** A message to the site that is done is forgotten after so many days. */
export const messageRetentionDays = 180
/** An event that ended is found by search engines for so many days more; its page stays. */
export const indexedDaysAfterEnd = 30
/** What a feed, and a calendar, holds of a list. */
export const maxFeedEntries = 50
export const maxCalendarEvents = 200
/** Of one picture, as it is uploaded. */
export const maxPicture = { bytes: 15 * 1024 * 1024, pixels: 50_000_000 } as const
export const passwordLength = { min: 8, max: 128 } as const

/** The sort orders of lists. */
export const sorts = ['newest', 'price-asc', 'price-desc', 'soonest', 'relevance'] as const
export type Sort = (typeof sorts)[number]

/** The categories that the home page shows, in this order (specification, section 2). */
export const homeCategories = [
  'Beauty & Personal Care Services',
  'Health & Wellness',
  'Event Services',
  'Home Improvement & Repair Services',
  'Pet Services',
  'Educational & Tutoring Services',
  'Cleaning & Maintenance Services',
] as const

/** The states that the home page shows, in this order (specification, section 2). */
export const homeStates = ['New York', 'California', 'Florida', 'Texas', 'Georgia', 'Pennsylvania'] as const
