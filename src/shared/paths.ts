/** The paths that both pages and the server link to. */
import type { Kind } from './listing.ts'

export type Query = Record<string, string | number | undefined>

const pageKeys = new Set(['page', 'eventsPage', 'recommendationsPage'])

export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    // The first page has one URL, without a page number.
    if (value === undefined || value === '' || (pageKeys.has(key) && value === 1)) continue
    search.set(key, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

const segment = encodeURIComponent

/** A statement on the page of someone's own. */
export const statementPath = (id: string): string => `${privatePaths.decisions}#${id}`

export const publicPaths = {
  home: (query?: Query) => withQuery('/', query),
  allServices: (query?: Query) => withQuery('/all-services', query),
  allEvents: (query?: Query) => withQuery('/all-events', query),
  /** One page for services and events. `query` holds the text, the tab, the filters, and the order. */
  search: (query?: Query) => withQuery('/search', query),
  listings: (kind: Kind, query?: Query) =>
    kind === 'service' ? publicPaths.allServices(query) : publicPaths.allEvents(query),
  listing: (kind: Kind, id: string) => (kind === 'service' ? `/ad-details/${id}` : `/event-details/${id}`),
  /** A flyer to print, for the listing's author only. */
  listingFlyer: (kind: Kind, id: string) => `${publicPaths.listing(kind, id)}/flyer.pdf`,
  /** Accepts the form that cancels an event. */
  cancelEvent: (id: string) => `${publicPaths.listing('event', id)}/cancel`,
  /** Accepts the form of those who are interested in an event, or going. */
  attendEvent: (id: string) => `${publicPaths.listing('event', id)}/attendance`,
  postponeEvent: (id: string) => `${publicPaths.listing('event', id)}/postpone`,
  /** All dates of a series. */
  eventDates: (id: string) => `${publicPaths.listing('event', id)}/dates`,
  /** The form for its author that changes the date which the rule plans on this day. */
  eventDate: (id: string, day: string) => `${publicPaths.eventDates(id)}/${day}`,
  /** The form for a message to the author. */
  messageAuthor: (kind: Kind, id: string) => `${publicPaths.listing(kind, id)}/message`,
  conversation: (id: string, query?: Query) => withQuery(`${privatePaths.messages}/${id}`, query),
  /** Where a visitor confirms, reads, and answers. `query` holds the token of their link. */
  visitorConversation: (query?: Query) => withQuery('/your-conversation', query),
  /** `query` holds the token of a visitor's link. */
  stopMessages: (query?: Query) => withQuery('/stop-messages', query),
  /** Where the link in an email that people can turn off leads. `query` holds its token. */
  unsubscribe: (query?: Query) => withQuery('/unsubscribe', query),
  /** `query` holds the token of a link in an email. */
  renewService: (query?: Query) => withQuery('/renew-service', query),
  /** Accepts the form with which readers choose their language. */
  language: () => '/language',
  /** Tells browsers how to search the site. */
  searchDescription: () => '/opensearch.xml',
  allCategories: () => '/all-categories',
  category: (id: string, query?: Query) => withQuery(`/category/${segment(id)}`, query),
  subcategory: (id: string, subId: string, query?: Query) =>
    withQuery(`/category/${segment(id)}/subcategory/${segment(subId)}`, query),
  /** What an admin drew for a category. `tag` changes with every drawing. */
  categoryDrawing: (id: string | number, tag: string) => `/category-drawings/${id}-${segment(tag)}.svg`,
  /** `query` holds the name of the city to find. */
  allLocations: (query?: Query) => withQuery('/all-locations', query),
  location: (id: string, query?: Query) => withQuery(`/location/${segment(id)}`, query),
  state: (name: string, query?: Query) => withQuery(`/state/${segment(name)}`, query),
  /** A picture. */
  townMap: (place: Record<'country' | 'state' | 'city', string>) =>
    `/town-maps/${segment(place.country)}/${segment(place.state)}/${segment(place.city)}.svg`,
  /** The style of the site's own street map, which names the address of its tiles. */
  streetMapStyle: () => '/street-map/style.json',
  streetMapTiles: () => '/street-map/tiles.pmtiles',
  /** `key` is the id of a seller, or the name that they chose. */
  seller: (key: string, query?: Query) => withQuery(`/seller/${segment(key)}`, query),
  /** Accepts the form of the visitor's place. */
  visitorPlace: () => '/visitor-place',
  /** The forms for recommending a seller and for reporting them. */
  recommend: (sellerId: string) => `/seller/${sellerId}/recommend`,
  reportSeller: (sellerId: string) => `/seller/${sellerId}/report`,
  /** One recommendation, for its writer and its author. */
  recommendation: (id: string, query?: Query) => withQuery(`${privatePaths.recommendation}/${id}`, query),
  /** Where someone signs up with the token of an invitation. */
  invitation: (token: string) => withQuery(privatePaths.signUp, { invitation: token }),
  suggestions: (slug: string) => `/${slug}-suggestions`,
  about: () => '/about',
  contact: () => '/contact',
  privacy: () => '/privacy',
  cookies: () => '/cookies',
  terms: () => '/terms',
  imprint: () => '/imprint',
  transparency: () => '/transparency',
  /** A page that an admin added. */
  ownPage: (address: string) => `/${address}`,
  safetyGuide: () => '/safety-guide',
  customerGuide: () => '/customer-safety-guide',
  providerGuide: () => '/provider-safety-guide',
  /** A list as an Atom feed, with the same query parameters as its page. */
  feed: (kind: Kind, query?: Query) => withQuery(`/feeds/${kind}s.atom`, query),
  /** The same as an RSS feed. */
  rssFeed: (kind: Kind, query?: Query) => withQuery(`/feeds/${kind}s.rss`, query),
  /** The same as a JSON feed. */
  jsonFeed: (kind: Kind, query?: Query) => withQuery(`/feeds/${kind}s.json`, query),
  /** A list of events as an iCalendar file. */
  calendar: (query?: Query) => withQuery('/feeds/events.ics', query),
  /** A list of events for a frame on another site. `query` holds its filters, and how it looks. */
  embeddedEvents: (query?: Query) => withQuery('/embed/events', query),
  /** Shows the code of such a frame. `query` holds the same. */
  embedEvents: (query?: Query) => withQuery('/embed-events', query),
  eventCalendar: (id: string) => `/feeds/events/${id}.ics`,
}

/** Where this site accepts uploaded calendars. */
export const calendarFilePath = '/api/imported-calendar-file'

/** Account pages, which search engines must not index. Each prefix includes the paths below it. */
export const privatePaths = {
  signIn: '/signin',
  signUp: '/signup',
  checkInbox: '/check-your-inbox',
  emailLink: '/email-link',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  profile: '/profile',
  /** What the site decided about one's ads and account. */
  decisions: '/profile/decisions',
  updateProfile: '/update-profile',
  messages: '/messages',
  saved: '/saved',
  savedSearches: '/saved-searches',
  attending: '/attending',
  saveSearch: '/save-search',
  recommendation: '/recommendation',
  myServices: '/my-services',
  myEvents: '/my-events',
  post: '/post',
  postService: '/post-services',
  importedCalendars: '/imported-calendars',
  importedCalendarFile: '/imported-calendars/file',
  importedEvents: '/imported-events',
  postEvent: '/post-events',
  updateService: '/service-update',
  updateEvent: '/event-update',
  admin: '/admin',
  /** Accepts the form of the dashboard's log. */
  adminUndo: '/admin/undo',
  /** Accept the forms of the dashboard's queue. */
  adminQueue: '/admin/queue',
  adminSuspend: '/admin/suspend',
  /** Accepts the forms of the dashboard's fields. */
  adminFields: '/admin/fields',
  /** Accept the forms of the dashboard's categories. */
  adminCategories: '/admin/categories',
  /** Accept the forms of the dashboard's places. */
  adminPlaces: '/admin/places',
  adminCountries: '/admin/countries',
  /** Accept the forms of the dashboard's settings. */
  adminSettings: '/admin/settings',
  adminInvitations: '/admin/invitations',
  adminTestEmail: '/admin/test-email',
  /** Accept a form of settings with files, also of the first run, and show the home page with its look. */
  adminFiles: '/admin/settings-with-files',
  adminLookPreview: '/admin/look-preview',
  /** Accepts the form of its first step. `token` in its query is that of the link. */
  setup: '/setup',
  /** Accept the forms of the other steps. */
  setupSettings: '/setup/settings',
  setupDemo: '/setup/demo',
  setupCountries: '/setup/countries',
  setupCountryRemoval: '/setup/country-removal',
  setupTopics: '/setup/topics',
  setupTestEmail: '/setup/test-email',
  setupEnd: '/setup/end',
  /** Accept the forms of the dashboard's texts. */
  adminTexts: '/admin/texts',
  adminTextPreview: '/admin/text-preview',
} as const
