import type { Kind } from './listing.ts'

type Filters = Partial<
  Record<'searchtext' | 'category' | 'subcategory' | 'country' | 'state' | 'city' | 'near', string>
>

/** Returns the title of a list elsewhere, such as `Events · Pet Services · Austin, Texas · “market”`. */
export function listTitle(kind: Kind, filters: Filters): string {
  const { category, subcategory, country, state, city, near, searchtext } = filters
  // The country is obvious when a state or city is given.
  const place = state || city ? [city, state].filter(Boolean).join(', ') : country
  return [
    kind === 'service' ? 'Services' : 'Events',
    subcategory || category,
    place,
    near && `near ${near}`,
    searchtext && `“${searchtext}”`,
  ]
    .filter(Boolean)
    .join(' · ')
}
