/** Permissions as pure functions of the viewer. */

/** From the one with the fewest rights to the one with all. A scoped moderator is responsible for some categories or places only. */
export const roles = ['scoped-moderator', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * What a moderator sees and decides: ads in these categories and places, null being all of them. Their own ads, and what is about
 * themselves, never belong to it.
 */
export type ModeratorScope = { profileId: string; categoryIds: number[] | null; placeIds: number[] | null }

/** The signed-in requester. Visitors are null. */
export type Viewer = {
  accountId: string
  sessionId: string
  /** Verified by the account. */
  email: string
  /** The display name and the photo URL of the identity provider. */
  name: string
  photo: string | null
  role: Role | null
  /** Of a moderator. */
  scope?: ModeratorScope | null
  /** Signed in within the last hour, which irreversible actions require. */
  hasRecentLogin: boolean
  /** Why the account is suspended; null when it is not. */
  suspensionReason: string | null
  /** When the suspension ends; null or missing if it does not end by itself. */
  suspendedUntil?: string | null
  /** In which someone reads the site and gets emails; null if they have not chosen one. */
  language?: string | null
}

/** Returns whether someone has this role, or one with more rights. */
export const hasRole = (viewer: Pick<Viewer, 'role'> | null, least: Role): boolean =>
  viewer !== null && viewer.role !== null && roles.indexOf(viewer.role) >= roles.indexOf(least)

/** Returns whether the viewer may open the dashboard. */
export const canModerate = (viewer: Pick<Viewer, 'role' | 'suspensionReason'> | null): boolean =>
  hasRole(viewer, 'scoped-moderator') && viewer?.suspensionReason === null

export const isAdmin = (viewer: Pick<Viewer, 'role'> | null): boolean => hasRole(viewer, 'admin')

/** Returns what limits the viewer's decisions; null for an admin, whom nothing limits. Throws for everyone who decides nothing. */
export function scopeOf({ role, scope }: Viewer): ModeratorScope | null {
  if (role === 'admin') return null
  if (role === null || !scope) throw new Error('Only admins and moderators have a scope.')
  return scope
}

/** Without an author if the viewer does not get the contact details, which authors always do. */
type OwnedByAuthor = { author: { email: string } | null }

/** Compares the verified email of the account with the author's. */
export const isAuthor = (viewer: Pick<Viewer, 'email'> | null, listing: OwnedByAuthor): boolean =>
  viewer !== null && viewer.email.toLowerCase() === listing.author?.email.toLowerCase()

/** The author and every admin may edit a listing. */
export const canEditListing = (
  viewer: Pick<Viewer, 'email' | 'role'> | null,
  listing: OwnedByAuthor,
): boolean => isAdmin(viewer) || isAuthor(viewer, listing)
