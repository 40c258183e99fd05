/** Sentences of forms and of the dashboard. Pages without forms do not load this file. */

import { msg, t } from '../translate.ts'

export const signUp = {
  /** One sentence in the specification, section 8, shown as the title and the text of a toast. */
  done: msg('Sign-up success'),
  doneDetail: msg('Please check your email and verify it before logging in.'),
  sentAgain: msg('We sent it again. You can ask for another one in a minute.'),
  consent: msg('Please agree to the Privacy Policy.'),
} as const

export const noAccess = msg("You Don't Have Access to this")

export const account = {
  photoSaved: msg('Profile photo saved.'),
  photoRemoved: msg('Profile photo removed.'),
  deleted: msg('Your account has been deleted.'),
} as const

/** Confirms an action that cannot be undone (specification, section 5). */
export const confirmDeletion = {
  title: msg('Are you sure?'),
  text: msg('This action cannot be undone!'),
  confirm: msg('Yes, delete it!'),
  cancel: msg('Cancel'),
} as const

/** The words of a dialog that confirms a deletion. */
export const deletionWords = () => ({
  title: t(confirmDeletion.title),
  text: t(confirmDeletion.text),
  confirm: t(confirmDeletion.confirm),
  cancel: t(confirmDeletion.cancel),
})

/** The response if the profile already exists (specification, section 7). */
export const profileExistsMessage = msg('Sign In/Up Successful')

export const signInRequired = msg('Please sign in first.')
export const recentSignInRequired = msg('For your security, please sign in again.')
/** The dialog that asks for the password before an action that requires a recent sign-in. */
export const signInAgain = {
  title: msg('Please sign in again'),
  text: (email: string) => t('For your security, enter the password of {email} to continue.', { email }),
  linkSent: (email: string) =>
    t('We’ve emailed a sign-in link to {email}. Open it in this browser, then come back here and continue.', {
      email,
    }),
  confirm: msg('Continue'),
  cancel: msg('Cancel'),
} as const
/** Rights begin with a new session (design, section 5). */
export const nowAdmin = (email: string): string =>
  t('{email} is now an admin. They have been signed out everywhere and need to sign in again.', { email })

export const nowModerator = (email: string): string =>
  t('{email} is now a moderator. They have been signed out everywhere and need to sign in again.', { email })

export const adminsOnly = msg('Only admins can do this.')
export const moderatorsOnly = msg('Only admins and moderators can do this.')
export const allModeratorsOnly = msg('Only admins and moderators of the whole site can do this.')

export const scheduled = (time: string) => t('Scheduled. It goes live on {time}.', { time })
export const scheduledAgain = msg('The new time is saved.')
export const publishedNow = msg('Your ad is live.')
export const isPublished = msg('This ad isn’t scheduled anymore.')

/** Posting, changing and deleting listings (specification, section 8). */
export const listings = {
  service: {
    posted: msg('Service posted successfully'),
    postFailed: msg('Failed to post service'),
    updated: msg('Service updated successfully'),
    updateFailed: msg('Error updating service'),
    deleted: msg('Your service has been deleted.'),
    none: msg('No Service Posted'),
  },
  event: {
    posted: msg('Event posted successfully'),
    // The fallback if the server sent no sentence.
    postFailed: msg('Failed to post event'),
    updated: msg('Event updated successfully'),
    updateFailed: msg('Error updating event'),
    deleted: msg('Your event has been deleted.'),
    none: msg('No Event Posted'),
  },
} as const

export const pictures = {
  uploaded: msg('Photo uploaded successfully!'),
  failed: msg('Image upload failed.'),
} as const

/** Shown if the listing has a newer version than the one that was edited. */
export const editConflict = msg(
  'Someone else changed this ad while you were editing it. Your changes are still here. Review theirs, then save again.',
)

/** Reporting a listing (specification, section 8). */
export const reports = {
  service: { done: msg('Service reported'), failed: msg('Error reporting service') },
  event: { done: msg('Event reported'), failed: msg('Error reporting event') },
  own: msg('This is your own ad. You can edit or delete it yourself.'),
} as const

/** Appeals of decisions. */
export const appeals = {
  sent: msg('Thanks. A moderator will look at it again, and we’ll email you what they decide.'),
  twice: msg('You have already appealed this decision.'),
  late: msg('It’s too late to appeal this decision.'),
  ended: msg('This decision no longer applies, so there is nothing to appeal.'),
} as const

/** Shown to accounts that are not admins. The specification words these three (section 8). */
export const adminRefusals = {
  service: msg('Only Admin can approve service'),
  event: msg('Only Admin can approve event'),
  removeAdmin: msg('Only Admin can remove admin'),
} as const

/** The dashboard (specification, section 8). */
export const adminDone = {
  service: msg('Service Approved'),
  event: msg('Event Approved'),
  adminRemoved: msg('Admin rights removed'),
  moderatorRemoved: msg('Moderator rights removed'),
  reasonsSaved: msg('Saved reasons updated.'),
  addAdminFailed: (reason: string) => t('Failed to add admin: {reason}', { reason }),
} as const

/** The author of the ad gets the reason of a decision by email. */
export const reasonRequired = msg('Please choose or write a reason.')

export const suspendedSession = msg(
  'Your account has been suspended, so you are signed out. Sign in to read why, and what you can do.',
)
export const accountSuspended = msg(
  'Your account is suspended. The notice at the top of each page says why, and how to appeal.',
)
