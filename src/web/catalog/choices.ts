/**
 * The lists that appear once something above them is chosen, fetched when it is. Kept for as long as the page is
 * open. One that fails is empty (specification, section 8) and is asked for again the next time.
 */
import { createApi, fetchTransport } from '../../shared/api-client.ts'

const kept = new Map<string, Promise<unknown>>()

const browserApi = () => createApi(fetchTransport(window.fetch.bind(window)))

async function keep<Item>(key: string, fetchList: () => Promise<Item[]>): Promise<Item[]> {
  const list = (kept.get(key) as Promise<Item[]> | undefined) ?? fetchList()
  kept.set(key, list)
  try {
    return await list
  } catch {
    kept.delete(key)
    return []
  }
}

export async function subcategoriesOf(category: string): Promise<string[]> {
  const list = await keep(`category ${category}`, async () => {
    return (await browserApi().getSingleCategory({ query: { category } })).subcategories
  })
  return list.map(({ name }) => name)
}

const statesWithCities = (countrySlug: string) =>
  keep(`country ${countrySlug}`, async () => {
    return (await browserApi().getLocation({ params: { id: countrySlug } })).state
  })

export async function statesOf(countrySlug: string): Promise<string[]> {
  return (await statesWithCities(countrySlug)).map(({ name }) => name)
}

export async function citiesOf(countrySlug: string, state: string): Promise<string[]> {
  const states = await statesWithCities(countrySlug)
  return states.find(({ name }) => name === state)?.cities.map(({ name }) => name) ?? []
}
