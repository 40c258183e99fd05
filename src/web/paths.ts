/** Every address of the site, built by a function: no component writes one by hand. */
import { addresses, privateAddresses, type Query, withQuery } from '../shared/addresses.ts'
import { addressOf } from '../shared/api-client.ts'
import { calls } from '../shared/calls.ts'
import { landingPath } from '../shared/landing.ts'
import type { Kind } from '../shared/listing.ts'

const withSection = (path: string, id?: string) => (id ? `${path}#${id}` : path)

/** What leads home anyway need not be said. */
function carried(to: string | undefined): string | undefined {
  const path = landingPath(to)
  return path === '/' ? undefined : path
}

export const paths = {
  ...addresses,
  /** `to` is where the person was going. */
  signIn: (to?: string) => withQuery(privateAddresses.signIn, { to: carried(to) }),
  signUp: (to?: string) => withQuery(privateAddresses.signUp, { to: carried(to) }),
  profile: () => privateAddresses.profile,
  updateProfile: () => privateAddresses.updateProfile,
  account: () => `${privateAddresses.profile}/account`,
  accountData: () => addressOf(calls.downloadAccount, {}),
  myServices: () => privateAddresses.myServices,
  myEvents: () => privateAddresses.myEvents,
  /** A tab of it, with what is searched for there; without one, what waits. */
  admin: (query?: Query) => withQuery(privateAddresses.admin, query),
  post: () => privateAddresses.post,
  postService: () => privateAddresses.postService,
  postEvent: () => privateAddresses.postEvent,
  postListing: (kind: Kind) => (kind === 'service' ? paths.postService() : paths.postEvent()),
  ownListings: (kind: Kind) => (kind === 'service' ? paths.myServices() : paths.myEvents()),
  editListing: (kind: Kind, id: string) =>
    `${kind === 'service' ? privateAddresses.updateService : privateAddresses.updateEvent}/${id}`,
  /** `topic` is the id of a section. */
  customerGuide: (topic?: string) => withSection(addresses.customerGuide(), topic),
  providerGuide: (topic?: string) => withSection(addresses.providerGuide(), topic),
  /** `to` is what could not be opened. */
  offline: (to?: string) => withQuery('/offline', { to }),
  flyer: (audience: 'sellers' | 'neighbours') => `/flyers/${audience}.pdf`,
  webManifest: () => '/manifest.webmanifest',
  mail: (address: string) => `mailto:${address}`,
  apiDocs: () => '/api/docs',
}
