/** Edit conflicts: compares two people's changes to one listing, and merges them. */

import { nameOfAdLanguage } from '../../shared/ad-languages.ts'
import { distanceUnitIn } from '../../shared/distance.ts'
import { formatPlace } from '../../shared/format.ts'
import { hasChoices, type ListingField } from '../../shared/listing-fields/field.ts'
import { formName, fromFormText, toFormText } from '../../shared/listing-fields/form.ts'
import { choiceLabels, unitOf } from '../../shared/listing-fields/format.ts'
import { localName } from '../../shared/local-names.ts'
import { priceUnitLabels } from '../../shared/price.ts'
import { describeRecurrence } from '../../shared/recurrence/recurrence-text.ts'
import { toSocialUrl } from '../../shared/social-link.ts'
import { t } from '../../shared/translate.ts'
import { availabilityLabel } from './labels.ts'
import { parsePrice, parsePriceUnit } from './price.ts'
import { describeRegistration } from './registration-values.ts'
import { splitDays, toRule } from './schedule-values.ts'
import { describeTickets, normalizeTickets, type TicketValues, ticketFieldNames } from './ticket-values.ts'
import { checked, type FieldName, formParts, type ListingValues, toListingValues } from './values.ts'
import { describeVenue } from './venue-values.ts'

export type Side = 'theirs' | 'mine'
/** Maps the keys of differences to the chosen sides. */
export type Sides = Partial<Record<string, Side>>

export type ListingContent = { values: ListingValues; images: string[] }
export type Difference = {
  /** Unique, unlike labels: the site's own fields can have any. */
  key: string
  label: string
  theirs: string | string[]
  mine: string | string[]
  /** `theirs` for parts that this user did not change. */
  suggested: Side
}

/** What a person decides together. `field` is one of the site's own. */
type Part = { label: string; names: readonly FieldName[]; field?: ListingField }

const partsOf = (fields: readonly ListingField[]): Part[] => [
  ...formParts.map((part) => ({ ...part, label: t(part.label) })),
  ...fields.map((field) => ({ label: field.label, names: [formName(field.key)], field })),
]
const keyOf = ({ names }: Part): string => names[0] ?? ''

/** The saved listing, as it was and as it is, and the form. */
type Versions = { base: ListingContent; theirs: ListingContent; mine: ListingContent }

/** Returns what the other person changed since `base`, where it differs from the form. `fields` are the site's own that the form has. */
export function findDifferences(
  { base, theirs, mine }: Versions,
  fields: readonly ListingField[],
): Difference[] {
  const differences: Difference[] = []
  if (!sameImages(theirs, base) && !sameImages(theirs, mine)) {
    const suggested = sameImages(mine, base) ? 'theirs' : 'mine'
    differences.push({
      key: 'images',
      label: t('Images'),
      theirs: theirs.images,
      mine: mine.images,
      suggested,
    })
  }
  for (const part of partsOf(fields)) {
    const [before, now, own] = [base, theirs, mine].map(({ values }) => normalize(values, part))
    // Availability is blank until the user chooses it: then there is nothing to compare.
    if (now === before || now === own || (keyOf(part) === 'event_availability' && own === '')) continue
    differences.push({
      key: keyOf(part),
      label: part.label,
      theirs: display(theirs.values, part),
      mine: display(mine.values, part),
      suggested: own === before ? 'theirs' : 'mine',
    })
  }
  return differences
}

/** Returns whether both have the same content, as when a response was lost and the user saves again. */
export const isSame = (
  one: ListingContent,
  other: ListingContent,
  fields: readonly ListingField[],
): boolean =>
  sameImages(one, other) &&
  partsOf(fields).every((part) => normalize(one.values, part) === normalize(other.values, part))

/** Returns the form's values with those of the parts for which `theirs` was chosen. */
export function merge(
  { theirs, mine }: { theirs: ListingValues; mine: ListingValues },
  sides: Sides,
  fields: readonly ListingField[],
): ListingValues {
  const chosen = partsOf(fields).filter((part) => sides[keyOf(part)] === 'theirs')
  const names = chosen.flatMap(({ names }) => names)
  return toListingValues({ ...mine, ...Object.fromEntries(names.map((name) => [name, theirs[name]])) })
}

const sameImages = (one: ListingContent, other: ListingContent) =>
  one.images.join('\n') === other.images.join('\n')

function normalize(values: ListingValues, { names, field }: Part): string {
  if (field) return toFormText(valueIn(values, field))
  if (names[0] === 'schedule.rule') return JSON.stringify(repetitionOf(values))
  const normalized = names.map((name) =>
    isTicketField(name) ? normalizeTickets(name, values) : normalizeField(name, values[name] ?? ''),
  )
  return normalized.join('\n').trim()
}

/** The order in which choices were made does not matter. */
function valueIn(values: ListingValues, field: ListingField) {
  const value = fromFormText(field, (values[formName(field.key)] ?? '').trim())
  return Array.isArray(value) ? value.toSorted() : value
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

function display(values: ListingValues, { names, field }: Part): string {
  if (field) return displayField(values, field)
  if (names[0] === 'country') return formatPlace(values)
  if (names[0] === 'category')
    return [values.category, values.subcategory].filter(Boolean).map(localName).join(', ')
  if (names[0] === 'schedule.rule') return describeRepetition(values)
  if (names[0] === 'price') return displayPrice(values)
  if (names[0] === 'attendance_mode') return describeVenue(values)
  if (names[0] === 'ticket_prices') return describeTickets(values)
  if (names[0] === 'registration') return describeRegistration(values)
  if (names[0] === 'language') return values.language && nameOfAdLanguage(values.language)
  if (names[0] === 'messages_only')
    return values.messages_only === checked ? t('Contact info hidden') : t('Contact info shown')
  if (names[0] === 'event_availability') return availabilityLabel(values.event_availability)
  return names
    .map((name) => values[name])
    .filter(Boolean)
    .join(', ')
}

/** Shows what was typed: it may not be valid. */
function displayField(values: ListingValues, field: ListingField): string {
  if (hasChoices(field)) return choiceLabels(field, valueIn(values, field) ?? '')
  const text = values[formName(field.key)] ?? ''
  if (field.type !== 'number' || !text) return text
  return `${text} ${unitOf(field, { distanceUnit: distanceUnitIn(values.country) })}`.trim()
}

const repetitionOf = (values: ListingValues) => {
  const rule = toRule(values)
  return { rule, exceptions: rule && values['schedule.exceptions'] }
}

function describeRepetition(values: ListingValues): string {
  const { rule, exceptions } = repetitionOf(values)
  if (rule === null) return t('Does not repeat')
  return describeRecurrence({ rule, startDate: values.startDate, exceptions: splitDays(exceptions ?? '') })
}

/** Shows the price as it was typed: it may not be a number. */
function displayPrice({ price, price_unit }: ListingValues): string {
  const unit = parsePriceUnit(price_unit)
  if (unit === null) return price
  const words = t(priceUnitLabels[unit])
  return unit === 'from' ? `${words} ${price}` : `${price} ${words}`
}
