/**
 * The options of dependent selects, fetched when the option above them is chosen and memoized until the page is
 * closed. A failed request yields no options (specification, section 8) and is retried the next time.
 */
import { createApi, fetchTransport } from '../../../shared/api-client.ts'

const browserApi = () => createApi(fetchTransport(window.fetch.bind(window)))

export async function subcategoriesOf(category: string): Promise<string[]> {
  const { subcategories = [] } = (await fetchCategory(category)) ?? {}
  return subcategories.map(({ name }) => name)
}

export async function statesOf(countrySlug: string): Promise<string[]> {
  const { state: states = [] } = (await fetchCountry(countrySlug)) ?? {}
  return states.map(({ name }) => name)
}

export async function citiesOf(countrySlug: string, state: string): Promise<string[]> {
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
