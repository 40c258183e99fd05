/** The paths that only authors' own pages link to: other pages do not load them. */
import type { Kind } from './listing.ts'
import { privatePaths, publicPaths, withQuery } from './paths.ts'

/** The name of the URL's parameter with the id of a listing to copy. */
export const copiedParameter = 'copy'

export const authorPaths = {
  /** The form of a new ad, filled in with another one of the user. */
  copyListing: (kind: Kind, id: string) =>
    withQuery(kind === 'service' ? privatePaths.postService : privatePaths.postEvent, {
      [copiedParameter]: id,
    }),
  /** Accepts the form that changes when an ad is published. */
  publication: (kind: Kind, id: string) => `${publicPaths.listing(kind, id)}/publication`,
  /** The list at the door of an event. */
  checkIn: (id: string) => `${publicPaths.listing('event', id)}/check-in`,
  /** The people who attend an event, as a file for its author. */
  attendees: (id: string) => `${privatePaths.myEvents}/${id}/attendees.csv`,
}
