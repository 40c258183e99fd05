/** Who may do what, as pure questions about the one asking. */

/** The person asking: null is a visitor who is not signed in. */
export type Viewer = {
  /** Of the account. */
  accountId: string
  sessionId: string
  /** Verified. */
  email: string
  /** The display name, and the address of the photo, as the identity provider keeps them. */
  name: string
  photo: string | null
  isAdmin: boolean
  /** Within the last hour: what cannot be undone asks for that. */
  hasRecentLogin: boolean
  /** Why the account is suspended; null when it is not. */
  suspensionReason: string | null
}

/** Who is let into the dashboard. */
export const canModerate = (viewer: Pick<Viewer, 'isAdmin' | 'suspensionReason'> | null): boolean =>
  viewer?.isAdmin === true && viewer.suspensionReason === null

export const isAdmin = (viewer: Viewer | null): boolean => viewer?.isAdmin === true

type OwnedByAuthor = { author: { email: string } }

/** Told by the email that the account has proved to own. */
export const isAuthor = (viewer: Pick<Viewer, 'email'> | null, listing: OwnedByAuthor): boolean =>
  viewer?.email.toLowerCase() === listing.author.email.toLowerCase()

/** The author, and every admin. */
export const canEditListing = (
  viewer: Pick<Viewer, 'email' | 'isAdmin'> | null,
  listing: OwnedByAuthor,
): boolean => viewer !== null && (viewer.isAdmin || isAuthor(viewer, listing))
