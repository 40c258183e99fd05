/** Sentences of forms, of what answers them, and of the dashboard: pages that are only read do without them. */

export const signUp = {
  done: 'Sign-up success Please check your email and verify it before logging in.',
  consent: 'Please agree to the Privacy Policy.',
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

/** Said when the profile to be made is there already (specification, section 7). */
export const profileExistsMessage = 'Sign In/Up Successful'

export const signInRequired = 'Please sign in first.'
export const recentSignInRequired = 'Please sign in again first: this needs a sign-in of the last hour.'
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

export const pictures = {
  uploaded: 'Photo uploaded successfully!',
  failed: 'Image upload failed.',
} as const

/** A newer version of a listing than the one that was changed. */
export const editConflict =
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

export const accountSuspended =
  'Your account is suspended. You can read why on your profile, and take your data with you from your account page.'
