/** Sentences of forms and of the dashboard. Pages without forms do not load this file. */

import { msg } from '../translate.ts'

export const signUp = {
  /** One sentence in the specification, section 8, shown as the title and the text of a toast. */
  done: msg('Sign-up success'),
  doneDetail: msg('Please check your email and verify it before logging in.'),
  sentAgain: msg('We sent it again. You can ask for another one in a minute.'),
  consent: msg('Please agree to the Privacy Policy.'),
} as const

export const noAccess = "You Don't Have Access to this"

export const account = {
  photoSaved: 'Profile photo saved.',
  photoRemoved: 'Profile photo removed.',
  deleted: 'Your account has been deleted.',
} as const

/** Confirms an action that cannot be undone (specification, section 5). */
export const confirmDeletion = {
  title: 'Are you sure?',
  text: 'This action cannot be undone!',
  confirm: 'Yes, delete it!',
  cancel: 'Cancel',
} as const

/** The response if the profile already exists (specification, section 7). */
export const profileExistsMessage = 'Sign In/Up Successful'

export const signInRequired = msg('Please sign in first.')
export const recentSignInRequired = msg('For your security, please sign in again.')
/** The dialog that asks for the password before an action that requires a recent sign-in. */
export const signInAgain = {
  title: 'Please sign in again',
  text: (email: string) => `For your security, enter the password of ${email} to continue.`,
  linkSent: (email: string) =>
    `We’ve emailed a sign-in link to ${email}. Open it in this browser, then come back here and continue.`,
  confirm: 'Continue',
  cancel: 'Cancel',
} as const
/** Rights begin with a new session (design, section 5). */
export const nowAdmin = (email: string): string =>
  `${email} is now an admin. They have been signed out everywhere and need to sign in again.`

export const adminsOnly = 'Only admins can do this.'

export const scheduled = (time: string) => `Scheduled. It goes live on ${time}.`
export const scheduledAgain = 'The new time is saved.'
export const publishedNow = 'Your ad is live.'
export const isPublished = 'This ad isn’t scheduled anymore.'

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
    // The fallback if the server sent no sentence.
    postFailed: 'Failed to post event',
    updated: 'Event updated successfully',
    updateFailed: 'Error updating event',
    deleted: 'Your event has been deleted.',
    none: 'No Event Posted',
  },
} as const

export const pictures = {
  uploaded: 'Photo uploaded successfully!',
  failed: 'Image upload failed.',
} as const

/** Shown if the listing has a newer version than the one that was edited. */
export const editConflict =
  'Someone else changed this ad while you were editing it. Your changes are still here. Review theirs, then save again.'

/** Reporting a listing (specification, section 8). */
export const reports = {
  service: { done: 'Service reported', failed: 'Error reporting service' },
  event: { done: 'Event reported', failed: 'Error reporting event' },
  own: 'This is your own ad. You can edit or delete it yourself.',
} as const

export const reviewRequested = 'Thanks. A moderator will review your ad.'
export const isNotHidden = 'This ad is not hidden, so there is nothing to review.'

/** Shown to accounts that are not admins. The specification words these three (section 8). */
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
  reasonsSaved: 'Saved reasons updated.',
  addAdminFailed: (reason: string) => `Failed to add admin: ${reason}`,
} as const

/** The author of the ad gets the reason of a decision by email. */
export const reasonRequired = 'Please choose or write a reason.'

export const suspendedSession =
  'Your account has been suspended, so you are signed out. Sign in to read why, and what you can do.'
export const accountSuspended =
  'Your account is suspended. The notice at the top of each page says why, and how to appeal.'
