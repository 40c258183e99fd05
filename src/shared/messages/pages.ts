/** Sentences that pages show. Those of the specification, section 8, are verbatim. */

import { msg } from '../translate.ts'

export const loadFailures = {
  services: msg('Error loading services'),
  events: msg('Error loading events'),
  // The event detail page says it with a capital E (specification, section 8 lists both).
  event: msg('Error loading Events'),
  data: msg('Error loading data'),
  category: msg('Error loading category'),
  location: msg('Error loading location'),
  categories: msg('Error loading categories'),
  locations: msg('Error loading locations'),
  profile: msg('Error loading profile'),
} as const

export const emptyLists = {
  // The events list says "Service" too (specification, section 2, /all-events).
  allServices: msg('No Service Found'),
  allEvents: msg('No Service Found'),
  categoryServices: msg('No Service Found'),
  categoryEvents: msg('No Event Found'),
  subcategoryServices: msg('No Service Found'),
  subcategoryEvents: msg('No Events Found'),
  stateServices: msg('No Services Found'),
  stateEvents: msg('No Events Found'),
  locationServices: msg('No Services Found'),
  locationEvents: msg('No Events Found'),
} as const

export const unknownSubcategory = msg('Unknown Subcategory')

export const pageNotFound = {
  title: msg('Page not found'),
  text: msg("Sorry, the page you are looking for doesn't exist. Here are some helpful links:"),
} as const

/** For unexpected errors. The log has the cause, under the request id. */
export const somethingWentWrong = msg(
  'Something went wrong on our end. Please try again in a moment. If it keeps happening, let us know on the contact page.',
)

/** Shown when the browser received no response. */
export const unreachable = msg('We couldn’t reach the server. Please check your connection and try again.')

/** Shown after the server ended the session. */
export const sessionEnded = msg('Your session has ended. Please sign in again.')
