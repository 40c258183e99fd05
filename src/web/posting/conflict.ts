/** Two people have changed one listing: which of its parts differ, and what becomes of them. */
import { formatPlace } from '../../shared/format.ts'
import { readPrice } from './price.ts'
import type { Base, FieldName, ListingValues } from './values.ts'
import { availabilities } from './words.ts'

/** What is chosen together: a city of one and the country of the other would be no place. */
const parts = [
  { label: 'Title', names: ['title'] },
  { label: 'Category', names: ['category', 'subcategory'] },
  { label: 'Price', names: ['price'] },
  { label: 'Description', names: ['description'] },
  { label: 'Place', names: ['country', 'state', 'city'] },
  { label: 'Start Date', names: ['startDate'] },
  { label: 'End Date', names: ['endDate'] },
  { label: 'Availability', names: ['event_availability'] },
  { label: 'Business Email', names: ['author.business_email'] },
  { label: 'Phone', names: ['author.phone'] },
  { label: 'Facebook', names: ['author.facebook'] },
  { label: 'Instagram', names: ['author.instagram'] },
] as const satisfies { label: string; names: FieldName[] }[]

export type Label = (typeof parts)[number]['label'] | 'Images'
export type Side = 'theirs' | 'mine'

export type Filled = { values: ListingValues; images: string[] }
export type Difference = {
  label: Label
  theirs: string | string[]
  mine: string | string[]
  /** What was not touched here follows the other one unless told otherwise. */
  suggested: Side
}

/** What the other one changed since `base`, where that is not what stands in the form. */
export function differences(base: Filled, theirs: Filled, mine: Filled): Difference[] {
  const found: Difference[] = []
  if (!sameImages(theirs, base) && !sameImages(theirs, mine)) {
    const suggested = sameImages(mine, base) ? 'theirs' : 'mine'
    found.push({ label: 'Images', theirs: theirs.images, mine: mine.images, suggested })
  }
  for (const { label, names } of parts) {
    const [before, now, own] = [base, theirs, mine].map(({ values }) => comparable(values, names))
    // Availability is blank until it is chosen anew: then there is nothing to compare.
    if (now === before || now === own || (label === 'Availability' && own === '')) continue
    found.push({
      label,
      theirs: shown(theirs.values, names),
      mine: shown(mine.values, names),
      suggested: own === before ? 'theirs' : 'mine',
    })
  }
  return found
}

/** Whether the one holds what the other says, as when an answer was lost and the same is saved once more. */
export const isSame = (one: Filled, other: Filled): boolean =>
  sameImages(one, other) &&
  parts.every(({ names }) => comparable(one.values, names) === comparable(other.values, names))

export function merged(mine: ListingValues, theirs: ListingValues, sides: Partial<Record<Label, Side>>) {
  const taken = parts.filter(({ label }) => sides[label] === 'theirs').flatMap(({ names }) => names)
  return { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) }
}

export const asFilled = ({ values, images }: Base): Filled => ({ values, images })

const sameImages = (one: Filled, other: Filled) => one.images.join('\n') === other.images.join('\n')

function comparable(values: ListingValues, names: readonly FieldName[]): string {
  const told = names.map((name) => (name === 'price' ? readPrice(values.price) : values[name].trim()))
  return told.join('\n').trim()
}

function shown(values: ListingValues, names: readonly FieldName[]): string {
  if (names[0] === 'country') return formatPlace(values)
  if (names[0] === 'event_availability') return availabilities[values.event_availability] ?? ''
  return names
    .map((name) => values[name])
    .filter(Boolean)
    .join(', ')
}
