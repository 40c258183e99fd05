import type { Kind } from './listing.ts'
import { localName } from './local-names.ts'
import { t } from './translate.ts'

type Filters = Partial<
  Record<'searchtext' | 'category' | 'subcategory' | 'country' | 'state' | 'city' | 'near', string>
>

/** Returns the title of a list elsewhere, such as `Events · Pet Services · Austin, Texas · “market”`. */
export function listTitle(kind: Kind, filters: Filters): string {
  const { category, subcategory, country, state, city, near, searchtext } = filters
  // The country is obvious when a state or city is given.
  const place =
    state || city ? [city, localName(state ?? '')].filter(Boolean).join(', ') : localName(country ?? '')
  return [
    kind === 'service' ? t('Services') : t('Events'),
    localName(subcategory || category || ''),
    place,
    near && t('near {place}', { place: near }),
    searchtext && t('“{text}”', { text: searchtext }),
  ]
    .filter(Boolean)
    .join(' · ')
}
