/** Sentences that pages show. Those of the specification, section 8, are verbatim. */

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

/** A listing that its author or an admin deleted. */
export const removedListing = {
  title: 'This ad is no longer available',
  text: 'The person who posted it or a moderator removed it. Here is more to explore:',
} as const

/** For unexpected errors. The log has the cause, under the request id. */
export const somethingWentWrong =
  'Something went wrong on our end. Please try again in a moment. If it keeps happening, let us know on the contact page.'

/** Signing in and out (specification, section 8). */
export const signIn = {
  done: 'Sign-in Successful',
  doneNew: 'Sign-up Successful',
  doneSuspended:
    "Your account is suspended, so you can't post or edit ads. The notice at the top of the page says why.",
  unverified: 'Email not verified. Please check your inbox and verify your email.',
  resetSent: 'Password reset email sent. Check your inbox.',
  resetFailed: 'Failed to send reset email.',
  linkSent: 'If there’s an account for this address, we’ve emailed you a sign-in link.',
  verificationSent: 'If this address still needs to be verified, we’ve emailed you a new link.',
  canceled: 'Sign-in was canceled. You can try again anytime.',
  notLinked:
    'There’s already an account with this email address. Please sign in the way you did before, with your password or an email link.',
  providerFailed: 'The other site couldn’t sign you in. Please try again, or sign in with your email.',
  linkExpired: 'This link has expired or was already used. Please request a new one.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  needsScripts:
    'Signing in requires JavaScript. Please turn it on for this site and reload the page. You can read everything else without it.',
} as const

export const profile = {
  updated: 'Profile updated successfully',
  updateFailed: (reason: string) => `Update failed: ${reason}`,
} as const

/** Shown to the author and admins, the only ones who can still see the listing (design, section 4). */
export const hiddenListing = 'This ad was reported and is hidden from visitors until a moderator reviews it.'

/** The contact form (specification, section 8). */
export const contact = {
  sending: 'Sending...',
  sent: 'Your message has been sent successfully!',
  refused: 'There was an issue sending your message. Please try again.',
  failed: 'There was an error. Please try again.',
} as const

/** Shown when the suggestions page blocks an action (specification, section 2). */
export const suggestions = {
  copy: 'Copying is disabled!',
  paste: 'Pasting is disabled!',
  rightClick: 'Right-click is disabled!',
} as const

/** Shown when the browser received no response. */
export const unreachable = 'We couldn’t reach the server. Please check your connection and try again.'
