import { msg } from '../translate.ts'

/** The fields with rules of their own, which the program knows by name, and what they hold. The screen *Fields* lists them. */
export const builtInFields = [
  { label: msg('Title'), help: msg('One line. Required.') },
  { label: msg('Category'), help: msg('And a subcategory, where the category has any. Required.') },
  { label: msg('Description'), help: msg('Long text. Required.') },
  { label: msg('Place'), help: msg('Country, state or province, and city. Required.') },
  { label: msg('Photos'), help: msg('Events need at least one.') },
  { label: msg('Price'), help: msg('An amount, and of services also what it is for. Required.') },
  { label: msg('Schedule'), help: msg('Of events: days, times, and how they repeat. Required.') },
  { label: msg('Venue'), help: msg('Of events: address, point on the map, and online link.') },
  { label: msg('Tickets'), help: msg('Of events: kinds of tickets, availability, and where to buy them.') },
  { label: msg('Contact'), help: msg('Phone, email, and social profiles.') },
]
