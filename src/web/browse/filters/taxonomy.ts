/** The search text, topic, and place of a list. The topic and the place are in the catalog; `list-filters.ts` has what else filters a list. */

import type { Kind } from '../../../shared/listing.ts'
import { byLocalName, localName } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'

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

/** The options of the selects. Each country includes its slug, which fetching its states requires, and what those are called. */
export type Choices = {
  /** Whose topics they are; missing for those of all ads. */
  kind?: Kind | undefined
  categories: string[]
  subcategories: string[]
  countries: CountryChoice[]
  states: string[]
  cities: string[]
}

type CountryChoice = { name: string; slug: string; term?: string | undefined }

/** Returns the country that is chosen, or the only one. */
export const countryIn = (
  { country }: Pick<Taxonomy, 'country'>,
  { countries }: Pick<Choices, 'countries'>,
) => countries.find(({ name }) => name === country) ?? (countries.length === 1 ? countries[0] : undefined)

/** Returns what a select is called: that of states, what the country calls them. */
export const wordFor = (name: TaxonomyName, taxonomy: Taxonomy, choices: Choices): string =>
  (name === 'state' && countryIn(taxonomy, choices)?.term) || name

/** Returns the options of a select. Topics and countries are in the order of the site, divisions in that of what the reader calls them. */
export const optionsOf = (name: TaxonomyName, names: readonly string[]) =>
  (name === 'state' ? byLocalName(names) : names).map((each) => ({
    value: each,
    label: name === 'city' ? each : localName(each),
  }))

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Returns the label of a select. An operator's import may have other words for states than these. */
export const labelOf = (word: string): string =>
  t(
    '{word, select, category {Category} subcategory {Subcategory} country {Country} state {State} city {City} region {Region} province {Province} canton {Canton} county {County} department {Department} prefecture {Prefecture} district {District} governorate {Governorate} voivodeship {Voivodeship} parish {Parish} emirate {Emirate} municipality {Municipality} other {{name}}}',
    { word, name: capitalize(word) },
  )

/** Returns the choice of a select that filters nothing. */
export const anyOf = (word: string): string =>
  t(
    '{word, select, category {Any category} subcategory {Any subcategory} country {Any country} state {Any state} city {Any city} province {Any province} region {Any region} other {Any {label}}}',
    { word, label: labelOf(word).toLowerCase() },
  )

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
