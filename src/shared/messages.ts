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

export const signUp = {
  done: 'Sign-up success Please check your email and verify it before logging in.',
  consent: 'Please agree to the Privacy Policy.',
} as const

export const profile = {
  updated: 'Profile updated successfully',
  updateFailed: (reason: string) => `Update failed: ${reason}`,
} as const

export const noAccess = "You Don't Have Access to this"

export const account = {
  saved: 'Your display name and photo are saved.',
  passwordChanged: 'Your password is changed. Everywhere else you have been signed out.',
  emailAsked: (address: string) =>
    `A mail is on its way to ${address}. Your email changes once you open its link.`,
  sessionEnded: 'That session has ended.',
  othersEnded: 'All your other sessions have ended.',
  deleted: 'Your account has been deleted.',
  confirmEmail: (address: string) => `Please type ${address} to confirm.`,
} as const

/** Before anything that cannot be taken back (specification, section 5). */
export const confirmDeletion = {
  title: 'Are you sure?',
  text: 'This action cannot be undone!',
  confirm: 'Yes, delete it!',
  cancel: 'Cancel',
} as const

/** The browser got no answer at all. */
export const unreachable = 'The server could not be reached. Please check your connection and try again.'

/** Said when the profile to be made is there already (specification, section 7). */
export const profileThere = 'Sign In/Up Successful'

export const signInFirst = 'Please sign in first.'
export const signInAgain = 'Please sign in again first: this needs a sign-in of the last hour.'
export const adminsOnly = 'This is for admins only.'

/** Posting, changing and deleting listings (specification, section 8). */
export const listings = {
  service: {
    posted: 'Service posted successfully',
    postFailed: 'Failed to post service',
    updated: 'Service updated successfully',
    updateFailed: 'Error updating service',
    deleted: 'Your service has been deleted.',
    none: 'No Service Posted',
  },
  event: {
    posted: 'Event posted successfully',
    // The event form shows the server's own text; this stands in where there is none.
    postFailed: 'Failed to post event',
    updated: 'Event updated successfully',
    updateFailed: 'Error updating event',
    deleted: 'Your event has been deleted.',
    none: 'No Event Posted',
  },
} as const

/** The popup after a deletion that was confirmed (specification, section 8). */
export const deletion = {
  done: 'Deleted!',
  failed: 'Error!',
  failedText: 'Something went wrong, please try again.',
} as const

/** To its author and to admins, who alone still see it (design, section 4). */
export const hiddenListing =
  'This ad has been reported and is hidden from visitors until an admin has looked at it.'

export const pictures = {
  uploaded: 'Photo uploaded successfully!',
  failed: 'Image upload failed.',
} as const

/** A newer version of a listing than the one that was changed. */
export const changedMeanwhile =
  'Somebody changed this ad while you were editing it. What you typed is still here: look at what changed, then save again.'

/** Reporting a listing (specification, section 8). */
export const reports = {
  service: { done: 'Service reported', failed: 'Error reporting service' },
  event: { done: 'Event reported', failed: 'Error reporting event' },
  own: 'This is your own ad. You can change or delete it yourself.',
} as const

/** Said to somebody who is no admin, by calls that the specification gives their own words (section 8). */
export const adminRefusals = {
  service: 'Only Admin can approve service',
  event: 'Only Admin can approve event',
  removeAdmin: 'Only Admin can remove admin',
} as const

/** The dashboard (specification, section 8). */
export const adminDone = {
  service: 'Service Approved',
  event: 'Event Approved',
  adminRemoved: 'Admin rights removed',
  reasonsSaved: 'The list of reasons is saved.',
  addAdminFailed: (reason: string) => `Failed to add admin: ${reason}`,
} as const

const doneInWords = { approve: 'approved', hide: 'hidden', remove: 'deleted' } as const

/** What admins did to one listing or to several, for their eyes. */
export const decided = {
  service: {
    approve: adminDone.service,
    hide: 'Service hidden',
    remove: 'Service deleted',
  },
  event: {
    approve: adminDone.event,
    hide: 'Event hidden',
    remove: 'Event deleted',
  },
  /** `3 services approved`. */
  many: (count: number, kind: 'service' | 'event', decision: keyof typeof doneInWords) =>
    `${count} ${kind}s ${doneInWords[decision]}`,
} as const

/** Why a listing was reported, as people read it. */
export const reportReasonLabels = {
  spam: 'Spam',
  scam: 'Scam or fraud',
  'wrong-category': 'Wrong category',
  duplicate: 'Duplicate',
  offensive: 'Offensive',
  'not-available': 'No longer available',
  other: 'Other',
} as const

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

export const suspended =
  'Your account is suspended. You can read why on your profile, and take your data with you from your account page.'
