/** Reads the search text, topic, and place of a list from the URL, and validates them against the catalog. */
import type { Category, Location } from '../../../shared/contract/catalog.ts'
import { maxNameLength, maxSearchTextLength } from '../../../shared/limits.ts'
import { type ListOrder, toOrder } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import { type Choices, type Taxonomy, taxonomyNames } from './taxonomy.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the one character that PostgreSQL cannot store
const nullCharacter = /\u0000/g

export function readTaxonomy(query: URLSearchParams): Taxonomy {
  const values = taxonomyNames.map((name) => {
    const maxLength = name === 'searchtext' ? maxSearchTextLength : maxNameLength
    const value = (query.get(name) ?? '').replace(nullCharacter, '').trim().slice(0, maxLength).trim()
    return [name, value]
  })
  return Object.fromEntries(values)
}

/** Returns the place of a URL, for the options of a form. */
export function readPlace(query: URLSearchParams): { country: string; state: string } {
  const { country = '', state = '' } = readTaxonomy(query)
  return { country, state }
}

export const readSort = (query: URLSearchParams): ListOrder | undefined => toOrder(query.get('sort'))

/**
 * Drops values that do not belong to the value above them (specification, section 4). The form does so at once where
 * scripts run; this also works without them. Options that failed to load are empty and drop nothing. With a kind, the options are the topics
 * that are for it.
 */
export function normalizeTaxonomy(
  taxonomy: Taxonomy,
  categories: Category[],
  locations: Location[],
  kind?: Kind,
) {
  const category = findNamed(categories, taxonomy.category)
  const named = findNamed(locations, taxonomy.country)
  // The only one need not be chosen.
  const country = named ?? (locations.length === 1 && !taxonomy.country ? locations[0] : undefined)
  const state = findNamed(country?.state, taxonomy.state)
  const choices: Choices = {
    kind,
    categories: namesFor(categories, kind),
    subcategories: namesFor(category?.subcategories ?? [], kind),
    countries: locations.map(({ name, slug, term }) => ({ name, slug, term })),
    states: country?.state.map(({ name }) => name) ?? [],
    cities: state?.cities.map(({ name }) => name) ?? [],
  }
  const validOrEmpty = (value: string, parent: string, options: string[]) => {
    if (!parent || options.length === 0) return parent && value
    return options.find((option) => foldName(option) === foldName(value)) ?? ''
  }
  const subcategories = category?.subcategories.map(({ name }) => name) ?? []
  const subcategory = validOrEmpty(taxonomy.subcategory, taxonomy.category, subcategories)
  const stateName = validOrEmpty(taxonomy.state, country?.name ?? taxonomy.country, choices.states)
  const normalized = {
    category: category?.name ?? taxonomy.category,
    subcategory,
    country: named?.name ?? taxonomy.country,
    state: stateName,
    city: validOrEmpty(taxonomy.city, stateName, choices.cities),
  }
  return { taxonomy: { ...taxonomy, ...normalized }, choices }
}

type Topic = Pick<Category, 'name' | 'kinds' | 'retired'>

/** Returns the names of the topics that are offered for a kind, or for any. */
export const namesFor = (topics: readonly Topic[], kind?: Kind): string[] =>
  topics
    .filter(({ kinds, retired }) => !retired && (!kind || !kinds || kinds.includes(kind)))
    .map(({ name }) => name)

/** Finds what a URL names: someone may have typed it. */
const findNamed = <Item extends { name: string }>(items: Item[] | undefined, name: string) =>
  items?.find((item) => foldName(item.name) === foldName(name))
