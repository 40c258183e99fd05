/** The filters of a list: read from the address, corrected against the catalog, written back to an address. */
import type { Category, Location } from '../../shared/catalog.ts'
import { maxNameLength, maxSearchTextLength, type Sort, sorts } from '../../shared/limits.ts'

export const filterNames = ['searchtext', 'category', 'subcategory', 'country', 'state', 'city'] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Record<FilterName, string>

const noFilters: Filters = {
  searchtext: '',
  category: '',
  subcategory: '',
  country: '',
  state: '',
  city: '',
}

/** What the selects offer. A country carries its slug, by which its states are fetched. */
export type Choices = {
  categories: string[]
  subcategories: string[]
  countries: { name: string; slug: string }[]
  states: string[]
  cities: string[]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the one character that the database cannot hold
const unreadable = /\u0000/g

export function readFilters(query: URLSearchParams): Filters {
  const filters = { ...noFilters }
  for (const name of filterNames) {
    const longest = name === 'searchtext' ? maxSearchTextLength : maxNameLength
    filters[name] = (query.get(name) ?? '').replace(unreadable, '').trim().slice(0, longest).trim()
  }
  return filters
}

export const readSort = (query: URLSearchParams): Sort | undefined =>
  sorts.find((sort) => sort === query.get('sort'))

/**
 * A choice is dropped when the one above it changed (specification, section 4). The form does so at once where
 * scripts run; this also holds where they do not. A list that could not be fetched is empty and proves nothing.
 */
export function normalizeFilters(filters: Filters, categories: Category[], locations: Location[]) {
  const category = categories.find(({ name }) => name === filters.category)
  const country = locations.find(({ name }) => name === filters.country)
  const state = country?.state.find(({ name }) => name === filters.state)
  const choices: Choices = {
    categories: categories.map(({ name }) => name),
    subcategories: category?.subcategories.map(({ name }) => name) ?? [],
    countries: locations.map(({ name, slug }) => ({ name, slug })),
    states: country?.state.map(({ name }) => name) ?? [],
    cities: state?.cities.map(({ name }) => name) ?? [],
  }
  const kept = (value: string, above: string, known: string[]) =>
    above && (known.length === 0 || known.includes(value)) ? value : ''
  const subcategory = kept(filters.subcategory, filters.category, choices.subcategories)
  const stateName = kept(filters.state, filters.country, choices.states)
  const city = kept(filters.city, stateName, choices.cities)
  return { filters: { ...filters, subcategory, state: stateName, city }, choices }
}

/** The filters after one of them changed: those below it start again. */
export function withFilter(filters: Filters, name: FilterName, value: string): Filters {
  const below: Partial<Filters> =
    {
      category: { subcategory: '' },
      country: { state: '', city: '' },
      state: { city: '' },
    }[name as string] ?? {}
  return { ...filters, ...below, [name]: value }
}
