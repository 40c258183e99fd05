import { useState } from 'react'
import { createApi, fetchTransport } from '../../../shared/api-client.ts'
import { type Choices, changeTaxonomy, type Taxonomy, type TaxonomyName } from './taxonomy.ts'

type FilterFormState = { taxonomy: Taxonomy; choices: Choices }

/** The form's state until it is submitted: the chosen values, and the options of each select. */
export function useFilterChoices(loaded: FilterFormState) {
  const [lastLoaded, setLastLoaded] = useState(loaded)
  const [form, setForm] = useState(loaded)

  // New loader data (filters applied, a chip removed, the back button) replaces the form's state.
  if (lastLoaded !== loaded) {
    setLastLoaded(loaded)
    setForm(loaded)
  }

  async function change(name: TaxonomyName, value: string) {
    setForm((form) => ({
      taxonomy: changeTaxonomy(form.taxonomy, name, value),
      choices: { ...form.choices, ...clearedBy(name) },
    }))
    const options = await fetchOptions(
      name,
      changeTaxonomy(form.taxonomy, name, value),
      form.choices.countries,
    )
    // A slow response must not fill the options of a newer choice.
    setForm((form) =>
      form.taxonomy[name] === value ? { ...form, choices: { ...form.choices, ...options } } : form,
    )
  }

  /** Fetches the missing options of dependent selects, for values chosen elsewhere or after failed requests. */
  async function fill(): Promise<Choices> {
    const { taxonomy, choices } = form
    const fetchMissing = (options: string[], name: TaxonomyName) =>
      options.length > 0 ? {} : fetchOptions(name, taxonomy, choices.countries)
    const [subcategories, states, cities] = await Promise.all([
      fetchMissing(choices.subcategories, 'category'),
      fetchMissing(choices.states, 'country'),
      fetchMissing(choices.cities, 'state'),
    ])
    const filled = { ...choices, ...subcategories, ...states, ...cities }
    setForm((form) => (form.taxonomy === taxonomy ? { taxonomy, choices: filled } : form))
    return filled
  }

  return { ...form, change, fill }
}

function clearedBy(name: TaxonomyName): Partial<Choices> {
  if (name === 'category') return { subcategories: [] }
  if (name === 'country') return { states: [], cities: [] }
  if (name === 'state') return { cities: [] }
  return {}
}

async function fetchOptions(
  name: TaxonomyName,
  taxonomy: Taxonomy,
  countries: Choices['countries'],
): Promise<Partial<Choices>> {
  const slug = countries.find((country) => country.name === taxonomy.country)?.slug
  if (name === 'category' && taxonomy.category) {
    return { subcategories: await subcategoriesOf(taxonomy.category) }
  }
  if (name === 'country' && slug) return { states: await statesOf(slug) }
  if (name === 'state' && slug && taxonomy.state) return { cities: await citiesOf(slug, taxonomy.state) }
  return {}
}

// Memoized until the page is closed. A failed request yields no options (specification, section 8) and is retried the next time.
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
