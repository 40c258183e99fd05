/** Edit conflicts: compares two people's changes to one listing, and merges them. */
import { formatPlace } from '../../shared/format.ts'
import { priceUnitLabels } from '../../shared/price.ts'
import { describeRecurrence } from '../../shared/recurrence/recurrence-text.ts'
import { toSocialUrl } from '../../shared/social-link.ts'
import { availabilities } from './labels.ts'
import { parsePrice, parsePriceUnit } from './price.ts'
import { scheduleFields, splitDays, toRule } from './schedule-values.ts'
import { describeTickets, normalizeTickets, type TicketValues, ticketFieldNames } from './ticket-values.ts'
import { type Base, checked, type FieldName, type ListingValues } from './values.ts'
import { describeVenue, venueFieldNames } from './venue-values.ts'

const repeatFields = scheduleFields.filter((name) => !name.endsWith('Time'))

/** Fields that are chosen together: one person's city in another's country is not a place. */
const parts = [
  { label: 'Title', names: ['title'] },
  { label: 'Category', names: ['category', 'subcategory'] },
  { label: 'Price', names: ['price', 'price_unit'] },
  { label: 'Description', names: ['description'] },
  { label: 'Place', names: ['country', 'state', 'city'] },
  { label: 'Start Date', names: ['startDate'] },
  { label: 'End Date', names: ['endDate'] },
  { label: 'Times', names: ['schedule.startTime', 'schedule.endTime', 'schedule.doorsTime'] },
  { label: 'Repeats', names: repeatFields },
  { label: 'Availability', names: ['event_availability'] },
  { label: 'Venue', names: venueFieldNames },
  { label: 'Tickets', names: ticketFieldNames },
  { label: 'Business Email', names: ['author.business_email'] },
  { label: 'Phone', names: ['author.phone'] },
  { label: 'Facebook', names: ['author.facebook'] },
  { label: 'Instagram', names: ['author.instagram'] },
  { label: 'Contact', names: ['messages_only'] },
] as const satisfies { label: string; names: readonly FieldName[] }[]

type PartLabel = (typeof parts)[number]['label'] | 'Images'
export type Side = 'theirs' | 'mine'
export type Sides = Partial<Record<PartLabel, Side>>

export type ListingContent = { values: ListingValues; images: string[] }
export type Difference = {
  label: PartLabel
  theirs: string | string[]
  mine: string | string[]
  /** `theirs` for parts that this user did not change. */
  suggested: Side
}

/** Returns what the other person changed since `base`, where it differs from the form. */
export function findDifferences(
  base: ListingContent,
  theirs: ListingContent,
  mine: ListingContent,
): Difference[] {
  const differences: Difference[] = []
  if (!sameImages(theirs, base) && !sameImages(theirs, mine)) {
    const suggested = sameImages(mine, base) ? 'theirs' : 'mine'
    differences.push({ label: 'Images', theirs: theirs.images, mine: mine.images, suggested })
  }
  for (const { label, names } of parts) {
    const [before, now, own] = [base, theirs, mine].map(({ values }) => normalize(values, names))
    // Availability is blank until the user chooses it: then there is nothing to compare.
    if (now === before || now === own || (label === 'Availability' && own === '')) continue
    differences.push({
      label,
      theirs: display(theirs.values, names),
      mine: display(mine.values, names),
      suggested: own === before ? 'theirs' : 'mine',
    })
  }
  return differences
}

/** Returns whether both have the same content, as when a response was lost and the user saves again. */
export const isSame = (one: ListingContent, other: ListingContent): boolean =>
  sameImages(one, other) &&
  parts.every(({ names }) => normalize(one.values, names) === normalize(other.values, names))

export function merge(mine: ListingValues, theirs: ListingValues, sides: Sides): ListingValues {
  const names = parts.filter(({ label }) => sides[label] === 'theirs').flatMap(({ names }) => names)
  return { ...mine, ...Object.fromEntries(names.map((name) => [name, theirs[name]])) }
}

export const toContent = ({ values, images }: Base): ListingContent => ({ values, images })

const sameImages = (one: ListingContent, other: ListingContent) =>
  one.images.join('\n') === other.images.join('\n')

function normalize(values: ListingValues, names: readonly FieldName[]): string {
  if (names[0] === 'schedule.rule') return JSON.stringify(repetitionOf(values))
  const normalized = names.map((name) =>
    isTicketField(name) ? normalizeTickets(name, values) : normalizeField(name, values[name]),
  )
  return normalized.join('\n').trim()
}

const isTicketField = (name: FieldName): name is keyof TicketValues =>
  (ticketFieldNames as readonly string[]).includes(name)

/** Different texts that the server stores alike are the same value. */
function normalizeField(name: FieldName, text: string): string | number | null {
  if (name === 'price') return parsePrice(text)
  if (name === 'author.facebook') return toSocialUrl('facebook', text)
  if (name === 'author.instagram') return toSocialUrl('instagram', text)
  return text.trim()
}

function display(values: ListingValues, names: readonly FieldName[]): string {
  if (names[0] === 'country') return formatPlace(values)
  if (names[0] === 'schedule.rule') return describeRepetition(values)
  if (names[0] === 'price') return displayPrice(values)
  if (names[0] === 'attendance_mode') return describeVenue(values)
  if (names[0] === 'ticket_prices') return describeTickets(values)
  if (names[0] === 'messages_only') return values.messages_only === checked ? 'Messages only' : 'Contact info'
  if (names[0] === 'event_availability') return availabilities[values.event_availability] ?? ''
  return names
    .map((name) => values[name])
    .filter(Boolean)
    .join(', ')
}

const repetitionOf = (values: ListingValues) => {
  const rule = toRule(values)
  return { rule, exceptions: rule && values['schedule.exceptions'] }
}

function describeRepetition(values: ListingValues): string {
  const { rule, exceptions } = repetitionOf(values)
  if (rule === null) return 'Does not repeat'
  return describeRecurrence({ rule, startDate: values.startDate, exceptions: splitDays(exceptions ?? '') })
}

/** Shows the price as it was typed: it may not be a number. */
function displayPrice({ price, price_unit }: ListingValues): string {
  const unit = parsePriceUnit(price_unit)
  if (unit === null) return price
  return unit === 'from' ? `${priceUnitLabels.from} ${price}` : `${price} ${priceUnitLabels[unit]}`
}
