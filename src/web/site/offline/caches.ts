/** The browser caches for reading offline. The service worker writes them; pages read them. */

/** Pages as visitors see them, by path. */
export const pagesCache = 'pages'
/** Scripts and styles. */
export const filesCache = 'files'
export const maxCachedFiles = 300
export const picturesCache = 'pictures'

/** Response header of a cached page: when it was cached, as an ISO instant. */
export const cachedAtHeader = 'x-cached-at'
/** Attribute of the html element of a page served from the cache: when it was cached. */
export const cachedAtAttribute = 'data-cached-at'

/** A page that was opened before the service worker controlled it: its path, and the URLs of the pictures that it shows. */
export type OpenedPage = { path: string; pictures: string[] }

export const offlinePath = '/offline'

const listingPath = /^\/(?:ad|event)-details\/[0-9a-f-]{36}$/
export const isListingPath = (path: string) => listingPath.test(path)
/** The list at the door of an event. The page that is cached is empty: what belongs to the organizer is in their browser. */
export const isCheckInPath = (path: string) => /^\/event-details\/[0-9a-f-]{36}\/check-in$/.test(path)
