/** Every address of the site, built by a function: no component writes one by hand. */

import { urlOf } from '../shared/api-client.ts'
import { calls } from '../shared/calls.ts'
import type { Kind } from '../shared/listing.ts'
import { privatePaths, publicPaths, type Query, withQuery } from '../shared/paths.ts'
import { safeRedirectPath } from '../shared/safe-redirect.ts'

const withSection = (path: string, id?: string) => (id ? `${path}#${id}` : path)

/** What leads home anyway need not be said. */
function carried(to: string | undefined): string | undefined {
  const path = safeRedirectPath(to)
  return path === '/' ? undefined : path
}

export const paths = {
  ...publicPaths,
  /** `to` is where the person was going. */
  signIn: (to?: string) => withQuery(privatePaths.signIn, { to: carried(to) }),
  signUp: (to?: string) => withQuery(privatePaths.signUp, { to: carried(to) }),
  profile: () => privatePaths.profile,
  updateProfile: () => privatePaths.updateProfile,
  account: () => `${privatePaths.profile}/account`,
  accountData: () => urlOf(calls.downloadAccount, {}),
  myServices: () => privatePaths.myServices,
  myEvents: () => privatePaths.myEvents,
  /** A tab of it, with what is searched for there; without one, what waits. */
  admin: (query?: Query) => withQuery(privatePaths.admin, query),
  post: () => privatePaths.post,
  postService: () => privatePaths.postService,
  postEvent: () => privatePaths.postEvent,
  postListing: (kind: Kind) => (kind === 'service' ? paths.postService() : paths.postEvent()),
  ownListings: (kind: Kind) => (kind === 'service' ? paths.myServices() : paths.myEvents()),
  editListing: (kind: Kind, id: string) =>
    `${kind === 'service' ? privatePaths.updateService : privatePaths.updateEvent}/${id}`,
  /** `topic` is the id of a section. */
  customerGuide: (topic?: string) => withSection(publicPaths.customerGuide(), topic),
  providerGuide: (topic?: string) => withSection(publicPaths.providerGuide(), topic),
  /** `to` is what could not be opened. */
  offline: (to?: string) => withQuery('/offline', { to }),
  flyer: (audience: 'sellers' | 'neighbors') => `/flyers/${audience}.pdf`,
  webManifest: () => '/manifest.webmanifest',
  mail: (address: string) => `mailto:${address}`,
  apiDocs: () => '/api/docs',
}
