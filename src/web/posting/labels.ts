import { maxPictures } from '../../shared/limits.ts'
import { pictures } from '../../shared/messages/forms.ts'
import { formatList } from '../../shared/name-lists.ts'
import { type Message, msg, t } from '../../shared/translate.ts'

const posting = msg('Posting…')
const saving = msg('Saving…')

export const labels = {
  service: {
    details: msg('Service Details'),
    contact: msg('Author Contact Information'),
    post: { title: msg('Post a service'), submit: msg('Post Service'), submitting: posting },
    update: { title: msg('Update service'), submit: msg('Update Service'), submitting: saving },
  },
  event: {
    details: msg('Event Details'),
    contact: msg('Host Information'),
    post: { title: msg('Post an event'), submit: msg('Post Event'), submitting: posting },
    update: { title: msg('Update event'), submit: msg('Update Event'), submitting: saving },
  },
} as const

export const availabilities: Readonly<Record<string, Message>> = {
  available: msg('Available'),
  soldout: msg('Sold out'),
}
/** Returns an empty text for an availability that is not chosen. */
export const availabilityLabel = (value: string): string => {
  const label = availabilities[value]
  return label ? t(label) : ''
}

export const filledInByImport = msg(
  'Filled in from your calendar. Please check everything, and add what is missing, such as a category and a photo.',
)
export const changedByImport = msg(
  'The form has the changes from your calendar. Your ad stays as it is until you save them.',
)
export const copiedService = msg(
  'Filled in from your other ad. Change what is different, and post it as a new ad.',
)
export const copiedEvent = msg(
  'Filled in from your other event. Choose its dates, change what is different, and post it as a new ad.',
)
export const needsScripts = msg(
  'Posting and editing ads needs JavaScript. Please turn it on for this site and reload the page. You can read everything else without it.',
)

export const draftRestored = msg('Draft restored')
export const draftDiscarded = msg('Draft discarded.')

export const waitingForPictures = msg('Waiting for your photos…')

export const draftNotSaved = msg(
  'We can’t save a draft in this browser. Post before you leave or your changes will be lost.',
)

export const tooManyPictures = (names: string[]): string =>
  t('An ad can have up to {max} photos. Not added: {names}.', { max: maxPictures, names: formatList(names) })

export const uploadsFailed = (names: string[]): string => `${t(pictures.failed)} ${formatList(names)}`
export const alreadyAdded = (names: string[]): string =>
  t('Already added: {names}.', { names: formatList(names) })

/** Shown with the failed uploads after the listing was saved without them. */
export const savedWithoutPictures = msg('Everything else was saved. Edit the ad to add the missing photos.')
