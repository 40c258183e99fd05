import { maxPictures } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { pictures } from '../../shared/messages/forms.ts'

const actionsFor = (kind: Kind, article: string, name: string) => ({
  post: {
    title: `Post ${article} ${kind}`,
    submit: `Post ${name}`,
    submitting: 'Posting…',
    unfinished: `You have an unfinished ${kind}`,
  },
  update: {
    title: `Update ${kind}`,
    submit: `Update ${name}`,
    submitting: 'Saving…',
    unfinished: `You have unfinished changes to this ${kind}`,
  },
})

export const labels = {
  service: {
    details: 'Service Details',
    contact: 'Author Contact Information',
    ...actionsFor('service', 'a', 'Service'),
  },
  event: { details: 'Event Details', contact: 'Host Information', ...actionsFor('event', 'an', 'Event') },
}

export const availabilities: Record<string, string> = { available: 'Available', soldout: 'Sold out' }

export const filledInByImport =
  'Filled in from your calendar. Please check everything, and add what is missing, such as a category and a photo.'
export const changedByImport =
  'The form has the changes from your calendar. Your ad stays as it is until you save them.'
export const copiedService =
  'Filled in from your other ad. Change what is different, and post it as a new ad.'
export const copiedEvent =
  'Filled in from your other event. Choose its dates, change what is different, and post it as a new ad.'
export const needsScripts =
  'Posting and editing ads needs JavaScript. Please turn it on for this site and reload the page. You can read everything else without it.'

export const draftRestored = 'Draft restored'
export const draftDiscarded = 'Draft discarded.'

export const waitingForPictures = 'Waiting for your photos…'

export const draftNotSaved =
  'We can’t save a draft in this browser. Post before you leave or your changes will be lost.'

const joinNames = (names: string[]) => new Intl.ListFormat('en-US').format(names)

export const tooManyPictures = (names: string[]): string =>
  `An ad can have up to ${maxPictures} photos. Not added: ${joinNames(names)}.`

export const uploadsFailed = (names: string[]): string => `${pictures.failed} ${joinNames(names)}`
export const alreadyAdded = (names: string[]): string => `Already added: ${joinNames(names)}.`

/** Shown with the failed uploads after the listing was saved without them. */
export const savedWithoutPictures = 'Everything else was saved. Edit the ad to add the missing photos.'
