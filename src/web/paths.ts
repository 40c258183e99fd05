/** Builds every path of the site, so that no component writes one by hand. */

import { urlOf } from '../shared/api-client.ts'
import { calls } from '../shared/calls.ts'
import type { Kind } from '../shared/listing.ts'
import { privatePaths, publicPaths, type Query, withQuery } from '../shared/paths.ts'
import { safeRedirectPath } from '../shared/safe-redirect.ts'

/** The name of the URL's parameter with the id of an imported event. */
export const importedParameter = 'imported'

/** The name of the URL's parameter with the id of a listing that was just posted. */
export const postedParameter = 'posted'

const withSection = (path: string, id?: string) => (id ? `${path}#${id}` : path)

/** Leaves out the home page, which is the default. */
function redirectParam(to: string | undefined): string | undefined {
  const path = safeRedirectPath(to)
  return path === '/' ? undefined : path
}

export const recommendationsId = 'recommendations'

const privatePagePaths = Object.fromEntries(
  Object.entries(privatePaths).map(([name, path]) => [name, (query?: Query) => withQuery(path, query)]),
) as Record<keyof typeof privatePaths, (query?: Query) => string>

export const paths = {
  ...privatePagePaths,
  ...publicPaths,
  /** `to` is the path to return to. */
  signIn: (to?: string) => withQuery(privatePaths.signIn, { to: redirectParam(to) }),
  signUp: (to?: string) => withQuery(privatePaths.signUp, { to: redirectParam(to) }),
  checkInbox: (to?: string) => withQuery(privatePaths.checkInbox, { to: redirectParam(to) }),
  account: (section?: string) => withSection(`${privatePaths.profile}/account`, section),
  accountAfter: (done: 'language') => withQuery(`${privatePaths.profile}/account`, { done }),
  accountData: () => urlOf(calls.downloadAccount, {}),
  transparencyData: () => urlOf(calls.getTransparency, {}),
  /** Accepts the form of an appeal. */
  decision: (id: string) => `${privatePaths.decisions}/${id}`,
  savedSearch: (id: string) => `${privatePaths.savedSearches}/${id}`,
  /** The forms filled in with an imported event. */
  postEventWith: (imported: string) => paths.postEvent({ [importedParameter]: imported }),
  editEventWith: (id: string, imported: string) =>
    withQuery(paths.editListing('event', id), { [importedParameter]: imported }),
  importedCalendar: (id: string) => `${privatePaths.importedCalendars}/${id}`,
  importedEvent: (id: string) => `${privatePaths.importedEvents}/${id}`,
  postListing: (kind: Kind) => (kind === 'service' ? paths.postService() : paths.postEvent()),
  /** The user's own list with what to do with a listing that was just posted. */
  postedListing: (kind: Kind, id: string) => paths.ownListings(kind, { [postedParameter]: id }),
  ownListings: (kind: Kind, query?: Query) =>
    kind === 'service' ? paths.myServices(query) : paths.myEvents(query),
  editListing: (kind: Kind, id: string) =>
    `${kind === 'service' ? privatePaths.updateService : privatePaths.updateEvent}/${id}`,
  recommendations: (key: string, query?: Query) =>
    withSection(publicPaths.seller(key, query), recommendationsId),
  customerGuide: (topic?: string) => withSection(publicPaths.customerGuide(), topic),
  providerGuide: (topic?: string) => withSection(publicPaths.providerGuide(), topic),
  /** `to` is the path that could not be opened. */
  offline: (to?: string) => withQuery('/offline', { to }),
  flyer: (audience: 'sellers' | 'neighbors') => `/flyers/${audience}.pdf`,
  webManifest: () => '/manifest.webmanifest',
  mail: (address: string) => `mailto:${address}`,
  apiDocs: () => '/api/docs',
}
