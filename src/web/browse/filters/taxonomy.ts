/** The search text, topic, and place of a list. The topic and the place are in the catalog; `list-filters.ts` has what else filters a list. */

import type { Kind } from '../../../shared/listing.ts'

export const taxonomyNames = ['searchtext', 'category', 'subcategory', 'country', 'state', 'city'] as const
export type TaxonomyName = (typeof taxonomyNames)[number]
export type Taxonomy = Record<TaxonomyName, string>

/** Returns only the place. */
export const placeOf = ({ country = '', state = '', city = '' }: Partial<Taxonomy>) => ({
  country,
  state,
  city,
})

/** Returns only the category and subcategory. */
export const topicOf = ({ category = '', subcategory = '' }: Partial<Taxonomy>) => ({ category, subcategory })

/** The options of the selects. Each country includes its slug, which fetching its states requires. */
export type Choices = {
  /** Whose topics they are; missing for those of all ads. */
  kind?: Kind | undefined
  categories: string[]
  subcategories: string[]
  countries: { name: string; slug: string }[]
  states: string[]
  cities: string[]
}

/** Returns the taxonomy with one value changed and those that depend on it cleared. */
export function changeTaxonomy(taxonomy: Taxonomy, name: TaxonomyName, value: string): Taxonomy {
  const dependents: Partial<Taxonomy> =
    {
      category: { subcategory: '' },
      country: { state: '', city: '' },
      state: { city: '' },
    }[name as string] ?? {}
  return { ...taxonomy, ...dependents, [name]: value }
}
