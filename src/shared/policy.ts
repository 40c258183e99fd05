/** Permissions as pure functions of the viewer. */

/** The signed-in requester. Visitors are null. */
export type Viewer = {
  accountId: string
  sessionId: string
  /** Verified by the account. */
  email: string
  /** The display name and the photo URL of the identity provider. */
  name: string
  photo: string | null
  isAdmin: boolean
  /** Signed in within the last hour, which irreversible actions require. */
  hasRecentLogin: boolean
  /** Why the account is suspended; null when it is not. */
  suspensionReason: string | null
  /** When the suspension ends; null or missing if it does not end by itself. */
  suspendedUntil?: string | null
  /** In which someone reads the site and gets emails; null if they have not chosen one. */
  language?: string | null
}

/** Returns whether the viewer may open the dashboard. */
export const canModerate = (viewer: Pick<Viewer, 'isAdmin' | 'suspensionReason'> | null): boolean =>
  viewer?.isAdmin === true && viewer.suspensionReason === null

export const isAdmin = (viewer: Viewer | null): boolean => viewer?.isAdmin === true

/** Without an author if the viewer does not get the contact details, which authors always do. */
type OwnedByAuthor = { author: { email: string } | null }

/** Compares the verified email of the account with the author's. */
export const isAuthor = (viewer: Pick<Viewer, 'email'> | null, listing: OwnedByAuthor): boolean =>
  viewer !== null && viewer.email.toLowerCase() === listing.author?.email.toLowerCase()

/** The author and every admin may edit a listing. */
export const canEditListing = (
  viewer: Pick<Viewer, 'email' | 'isAdmin'> | null,
  listing: OwnedByAuthor,
): boolean => viewer !== null && (viewer.isAdmin || isAuthor(viewer, listing))
