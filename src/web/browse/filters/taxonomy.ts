/** The filters of a list by words, topic, and place. */

export const filterNames = ['searchtext', 'category', 'subcategory', 'country', 'state', 'city'] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Record<FilterName, string>

/** Returns only the place of some filters. */
export const placeOf = ({ country = '', state = '', city = '' }: Partial<Filters>) => ({
  country,
  state,
  city,
})

/** Returns only the category and subcategory of some filters. */
export const topicOf = ({ category = '', subcategory = '' }: Partial<Filters>) => ({ category, subcategory })

/** The options of the selects. Each country includes its slug, which fetching its states requires. */
export type Choices = {
  categories: string[]
  subcategories: string[]
  countries: { name: string; slug: string }[]
  states: string[]
  cities: string[]
}

/** Returns the filters with one of them changed and those that depend on it cleared. */
export function withFilter(filters: Filters, name: FilterName, value: string): Filters {
  const dependents: Partial<Filters> =
    {
      category: { subcategory: '' },
      country: { state: '', city: '' },
      state: { city: '' },
    }[name as string] ?? {}
  return { ...filters, ...dependents, [name]: value }
}
