/** What a browser keeps of the site to be read without a connection. The service worker writes it; pages read it. */

/** Copies of pages as a visitor sees them, by their path. */
export const pagesCache = 'pages'
/** Those seen last. */
export const maxCachedListings = 40
/** Scripts and styles. */
export const filesCache = 'files'
export const maxCachedFiles = 300
export const picturesCache = 'pictures'

/** Of a kept page: when it was kept, as an ISO instant, and its title, as encodeURIComponent writes it. */
export const cachedAtHeader = 'x-kept'
export const titleHeader = 'x-title'
/** Of the html element of a copy that is shown: when it was kept. */
export const cachedAtAttribute = 'data-kept'

export const offlinePath = '/offline'

const listingPath = /^\/(?:ad|event)-details\/[0-9a-f-]{36}$/
export const isListingPath = (path: string) => listingPath.test(path)
