/** What the posting and editing screens are called, and what they say by themselves. */
import { maxPictures } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'

const service = {
  about: 'Service Details',
  author: 'Author Contact Information',
  post: {
    title: 'Post a service',
    send: 'Post Service',
    sending: 'Posting…',
    unfinished: 'You have an unfinished service',
  },
  update: {
    title: 'Update service',
    send: 'Update Service',
    sending: 'Saving…',
    unfinished: 'You have unfinished changes to this service',
  },
}

const event: typeof service = {
  about: 'Event Details',
  author: 'Host Information',
  post: {
    title: 'Post an event',
    send: 'Post Event',
    sending: 'Posting…',
    unfinished: 'You have an unfinished event',
  },
  update: {
    title: 'Update event',
    send: 'Update Event',
    sending: 'Saving…',
    unfinished: 'You have unfinished changes to this event',
  },
}

export const words: Record<Kind, typeof service> = { service, event }

export const availabilities: Record<string, string> = { available: 'Available', soldout: 'Sold out' }

export const needsScripts =
  'Posting and changing ads needs JavaScript. Please switch it on for this site and load the page again; everything else can be read without it.'

export const draftRestored = 'Your draft is back. It is kept until you send it.'
export const draftDiscarded = 'The draft is discarded.'

export const waitingForPictures = 'Waiting for your pictures…'

export const noDrafts =
  'This browser has no room for a draft. Please send the form before you close this page, or it will be lost.'

export const noRoom = (names: string[]): string =>
  `An ad can have ${maxPictures} pictures. Left out: ${new Intl.ListFormat('en-US').format(names)}.`

/** Of pictures that failed, once everything else is saved without them. */
export const leftOut = 'Everything else is saved. To add what is missing, edit the ad.'
