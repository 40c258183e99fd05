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
  profile: 'Error loading profile',
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

/** Signing in and out, by any way (specification, section 8). */
export const signIn = {
  done: 'Sign-in Successful',
  doneNew: 'Sign-up Successful',
  unverified: 'Email not verified. Please check your inbox and verify your email.',
  resetSent: 'Password reset email sent. Check your inbox.',
  resetFailed: 'Failed to send reset email.',
  linkSent: 'If we can sign you in with this address, a link is on its way. Check your inbox.',
  verificationSent: 'If this address still needs verifying, a new mail is on its way. Check your inbox.',
  cancelled: 'The sign-in was cancelled. Please try again when you are ready.',
  notLinked:
    'There is already an account with this email address. Please sign in the way you did before, with your password or a link by email.',
  providerFailed: 'The other site could not sign you in. Please try again, or sign in with your email.',
  linkNotGood: 'This link is no longer good. Please ask for a new one.',
  ended: 'Your session has ended. Please sign in again.',
  needsScripts:
    'Signing in needs JavaScript. Please switch it on for this site and load the page again; everything else can be read without it.',
} as const

export const profile = {
  updated: 'Profile updated successfully',
  updateFailed: (reason: string) => `Update failed: ${reason}`,
} as const

/** To its author and to admins, who alone still see it (design, section 4). */
export const hiddenListing =
  'This ad has been reported and is hidden from visitors until an admin has looked at it.'

/** The contact form (specification, section 8). */
export const contact = {
  sending: 'Sending...',
  sent: 'Your message has been sent successfully!',
  refused: 'There was an issue sending your message. Please try again.',
  failed: 'There was an error. Please try again.',
} as const

/** What the suggestions page blocks (specification, section 2). */
export const suggestions = {
  copy: 'Copying is disabled!',
  paste: 'Pasting is disabled!',
  rightClick: 'Right-click is disabled!',
} as const

/** The browser got no answer at all. */
export const unreachable = 'The server could not be reached. Please check your connection and try again.'
