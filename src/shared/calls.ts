/**
 * The method and path of each call with which pages for everyone are loaded. Every page loads this file, so calls that only forms,
 * accounts, or other programs make are in `later-calls.ts`, and those of the dashboard in `dashboard-calls.ts`. The areas in `contract/`
 * have the schemas.
 */
export const calls = {
  listServices: { method: 'GET', path: '/services' },
  filterServices: { method: 'GET', path: '/servicesbyfilter' },
  getService: { method: 'GET', path: '/service/{id}' },
  listEvents: { method: 'GET', path: '/events' },
  filterEvents: { method: 'GET', path: '/eventsbyfilter' },
  getEvent: { method: 'GET', path: '/event/{id}' },
  listCategories: { method: 'GET', path: '/categories' },
  getCategory: { method: 'GET', path: '/category/{id}' },
  getSingleCategory: { method: 'GET', path: '/singlecategory' },
  listPlaces: { method: 'GET', path: '/places' },
  findPlaces: { method: 'GET', path: '/places/named' },
  // Beyond the specification: the pages of listings and of sellers.
  similarServices: { method: 'GET', path: '/service/{id}/similar' },
  similarEvents: { method: 'GET', path: '/event/{id}/similar' },
  showServiceContact: { method: 'POST', path: '/service/{id}/contact-details' },
  showEventContact: { method: 'POST', path: '/event/{id}/contact-details' },
  getSeller: { method: 'GET', path: '/seller/{id}' },
  servicesBySeller: { method: 'GET', path: '/servicesbyseller' },
  eventsBySeller: { method: 'GET', path: '/eventsbyseller' },
  listRecommendations: { method: 'GET', path: '/recommendations' },
  // Who goes to an event. The list at its door works without a network.
  getAttendance: { method: 'GET', path: '/event/{id}/attendance' },
  setAttendance: { method: 'PUT', path: '/event/{id}/attendance' },
  getCheckIn: { method: 'GET', path: '/event/{id}/check-in' },
  checkIn: { method: 'PUT', path: '/event/{id}/check-in' },
  // Saved ads.
  listListings: { method: 'GET', path: '/listings' },
  listSaved: { method: 'GET', path: '/saved' },
  saveListings: { method: 'POST', path: '/saved' },
  removeSaved: { method: 'POST', path: '/saved-remove' },
  // The fields of listings beyond the specification's.
  listFields: { method: 'GET', path: '/listing-fields' },
  getHomePage: { method: 'GET', path: '/home-page' },
  getTextPage: { method: 'GET', path: '/text-pages/{address}' },
  getTransparency: { method: 'GET', path: '/transparency' },
  // The numbers next to categories.
  countListings: { method: 'GET', path: '/listing-counts' },
  // The calendar of a list of events.
  eventCalendar: { method: 'GET', path: '/eventcalendar' },
  // The map of a list.
  listTowns: { method: 'GET', path: '/map' },
  // The button that searches near the visitor. A POST, because addresses are logged and stored in many places.
  findNearestTown: { method: 'POST', path: '/nearest-town' },
  // The search field.
  suggest: { method: 'GET', path: '/suggestions' },
  // The header and the account page.
  getSession: { method: 'GET', path: '/session' },
  logout: { method: 'POST', path: '/logout' },
  downloadAccount: { method: 'GET', path: '/account-data' },
} as const satisfies Record<string, Call>

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `/api`, with parameters such as `{id}`. */
  path: string
  /**
   * The JSON response is an array with one page. The `X-Total-Count` header has the total, and the `Link` header has the
   * URLs of the other pages.
   */
  paginated?: true
}
