import { useState } from 'react'
import { createApi, fetchTransport } from '../../../shared/api-client.ts'
import { type Choices, type FilterName, type Filters, withFilter } from './taxonomy.ts'

type FilterFormState = { filters: Filters; choices: Choices }

/** The form's state until it is submitted: the chosen values, and the options of each select. */
export function useFilterChoices(loaded: FilterFormState) {
  const [lastLoaded, setLastLoaded] = useState(loaded)
  const [form, setForm] = useState(loaded)

  // New loader data (filters applied, a chip removed, the back button) replaces the form's state.
  if (lastLoaded !== loaded) {
    setLastLoaded(loaded)
    setForm(loaded)
  }

  async function change(name: FilterName, value: string) {
    setForm((form) => ({
      filters: withFilter(form.filters, name, value),
      choices: { ...form.choices, ...clearedBy(name) },
    }))
    const options = await fetchOptions(name, withFilter(form.filters, name, value), form.choices.countries)
    // A slow response must not fill the options of a newer choice.
    setForm((form) =>
      form.filters[name] === value ? { ...form, choices: { ...form.choices, ...options } } : form,
    )
  }

  /** Fetches the missing options of dependent selects, for values chosen elsewhere or after failed requests. */
  async function fill(): Promise<Choices> {
    const { filters, choices } = form
    const fetchMissing = (options: string[], name: FilterName) =>
      options.length > 0 ? {} : fetchOptions(name, filters, choices.countries)
    const [subcategories, states, cities] = await Promise.all([
      fetchMissing(choices.subcategories, 'category'),
      fetchMissing(choices.states, 'country'),
      fetchMissing(choices.cities, 'state'),
    ])
    const filled = { ...choices, ...subcategories, ...states, ...cities }
    setForm((form) => (form.filters === filters ? { filters, choices: filled } : form))
    return filled
  }

  return { ...form, change, fill }
}

function clearedBy(name: FilterName): Partial<Choices> {
  if (name === 'category') return { subcategories: [] }
  if (name === 'country') return { states: [], cities: [] }
  if (name === 'state') return { cities: [] }
  return {}
}

async function fetchOptions(
  name: FilterName,
  filters: Filters,
  countries: Choices['countries'],
): Promise<Partial<Choices>> {
  const slug = countries.find((country) => country.name === filters.country)?.slug
  if (name === 'category' && filters.category) {
    return { subcategories: await subcategoriesOf(filters.category) }
  }
  if (name === 'country' && slug) return { states: await statesOf(slug) }
  if (name === 'state' && slug && filters.state) return { cities: await citiesOf(slug, filters.state) }
  return {}
}

const browserApi = () => createApi(fetchTransport(window.fetch.bind(window)))

async function subcategoriesOf(category: string): Promise<string[]> {
  const { subcategories = [] } = (await fetchCategory(category)) ?? {}
  return subcategories.map(({ name }) => name)
}

async function statesOf(countrySlug: string): Promise<string[]> {
  const { state: states = [] } = (await fetchCountry(countrySlug)) ?? {}
  return states.map(({ name }) => name)
}

async function citiesOf(countrySlug: string, state: string): Promise<string[]> {
  const { state: states = [] } = (await fetchCountry(countrySlug)) ?? {}
  return states.find(({ name }) => name === state)?.cities.map(({ name }) => name) ?? []
}

const fetchCategory = memoize((category) => browserApi().getSingleCategory({ query: { category } }))
const fetchCountry = memoize((slug) => browserApi().getLocation({ params: { id: slug } }))

/** Memoizes successful results by key. Returns null when `fetchValue` fails. */
function memoize<Value>(fetchValue: (key: string) => Promise<Value>) {
  const promises = new Map<string, Promise<Value>>()
  return async (key: string): Promise<Value | null> => {
    const promise = promises.get(key) ?? fetchValue(key)
    promises.set(key, promise)
    try {
      return await promise
    } catch {
      promises.delete(key)
      return null
    }
  }
}
