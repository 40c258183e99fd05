/** Every sentence of the specification's section 8 that a screen shows, word for word, and the few of our own. */

export const loadFailures = {
  services: 'Error loading services',
  events: 'Error loading events',
  // The event detail page says it with a capital E (specification, section 8 lists both).
  event: 'Error loading Events',
  data: 'Error loading data',
  category: 'Error loading category',
  location: 'Error loading location',
  categories: 'Error loading categories',
  locations: 'Error loading locations',
} as const

export const emptyLists = {
  // The events list says "Service" too (specification, section 2, /all-events).
  allServices: 'No Service Found',
  allEvents: 'No Service Found',
  categoryServices: 'No Service Found',
  categoryEvents: 'No Event Found',
  subcategoryServices: 'No Service Found',
  subcategoryEvents: 'No Events Found',
  stateServices: 'No Services Found',
  stateEvents: 'No Events Found',
  locationServices: 'No Services Found',
  locationEvents: 'No Events Found',
} as const

export const unknownSubcategory = 'Unknown Subcategory'

export const pageNotFound = {
  title: 'Page not found',
  text: "Sorry, the page you are looking for doesn't exist. Here are some helpful links:",
} as const

/** A listing that its author, or an admin, has deleted. */
export const removedListing = {
  title: 'This ad is no longer available',
  text: 'It was taken down by the person who posted it, or by us. There is more on the board:',
} as const

/** Answered for anything unexpected; what really happened is in the log under the request id. */
export const somethingWentWrong =
  'Something went wrong on our side. Please try again in a moment; if it keeps happening, tell us through the contact page.'

/** Signing in with an address that nobody has verified yet (specification, section 5). */
export const emailNotVerified = 'Email not verified. Please check your inbox and verify your email.'

/** Said when the profile to be made is there already (specification, section 7). */
export const profileThere = 'Sign In/Up Successful'

export const signInFirst = 'Please sign in first.'
export const signInAgain = 'Please sign in again first: this needs a sign-in of the last hour.'
