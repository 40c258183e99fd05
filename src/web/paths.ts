/** Every address of the site, built by a function: no component writes one by hand. */
import { addressOf } from '../shared/api-client.ts'
import { calls } from '../shared/calls.ts'
import { landingPath } from '../shared/landing.ts'
import type { Kind } from '../shared/listing.ts'

export type Query = Record<string, string | number | undefined>

const pageKeys = new Set(['page', 'eventsPage'])

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    // The first page has one address, without a number.
    if (value === undefined || value === '' || (pageKeys.has(key) && value === 1)) continue
    search.set(key, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

const withSection = (path: string, id?: string) => (id ? `${path}#${id}` : path)

const segment = encodeURIComponent

/** What leads home anyway need not be said. */
function carried(to: string | undefined): string | undefined {
  const path = landingPath(to)
  return path === '/' ? undefined : path
}

export const paths = {
  home: (query?: Query) => withQuery('/', query),
  allServices: (query?: Query) => withQuery('/all-services', query),
  allEvents: (query?: Query) => withQuery('/all-events', query),
  listings: (kind: Kind, query?: Query) =>
    kind === 'service' ? paths.allServices(query) : paths.allEvents(query),
  listing: (kind: Kind, id: string) => (kind === 'service' ? `/ad-details/${id}` : `/event-details/${id}`),
  allCategories: () => '/all-categories',
  category: (id: string, query?: Query) => withQuery(`/category/${segment(id)}`, query),
  subcategory: (id: string, subId: string, query?: Query) =>
    withQuery(`/category/${segment(id)}/subcategory/${segment(subId)}`, query),
  allLocations: () => '/all-locations',
  location: (id: string, query?: Query) => withQuery(`/location/${segment(id)}`, query),
  state: (name: string, query?: Query) => withQuery(`/state/${segment(name)}`, query),
  suggestions: (slug: string) => `/${slug}-suggestions`,
  /** `to` is where the person was going. */
  signIn: (to?: string) => withQuery('/signin', { to: carried(to) }),
  signUp: (to?: string) => withQuery('/signup', { to: carried(to) }),
  profile: () => '/profile',
  updateProfile: () => '/update-profile',
  account: () => '/profile/account',
  accountData: () => addressOf(calls.downloadAccount, {}),
  myServices: () => '/my-services',
  myEvents: () => '/my-events',
  /** A tab of it, with what is searched for there; without one, what waits. */
  admin: (query?: Query) => withQuery('/admin', query),
  post: () => '/post',
  postService: () => '/post-services',
  postEvent: () => '/post-events',
  postListing: (kind: Kind) => (kind === 'service' ? paths.postService() : paths.postEvent()),
  ownListings: (kind: Kind) => (kind === 'service' ? paths.myServices() : paths.myEvents()),
  editListing: (kind: Kind, id: string) =>
    kind === 'service' ? `/service-update/${id}` : `/event-update/${id}`,
  contact: () => '/contact',
  about: () => '/about',
  safetyGuide: () => '/safety-guide',
  /** `topic` is the id of a section. */
  customerGuide: (topic?: string) => withSection('/customer-safety-guide', topic),
  providerGuide: (topic?: string) => withSection('/provider-safety-guide', topic),
  /** `to` is what could not be opened. */
  offline: (to?: string) => withQuery('/offline', { to }),
  privacy: () => '/privacy',
  cookies: () => '/cookies',
  flyer: (audience: 'sellers' | 'neighbours') => `/flyers/${audience}.pdf`,
  mail: (address: string) => `mailto:${address}`,
  apiDocs: () => '/api/docs',
}
