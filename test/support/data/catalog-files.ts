/** The catalog of a new site, from its files, with ids as the database would give them: for tests without a database. */
import { readFileSync } from 'node:fs'
import { slugOf } from '../../../catalog/slug.ts'
import type { CatalogPlaces } from '../../../src/server/modules/catalog/service.ts'
import type { Category } from '../../../src/shared/contract/catalog.ts'

const read = (file: string) => readFileSync(new URL(`../../../catalog/${file}`, import.meta.url), 'utf8')

export const synonymsText = () => read('synonyms.txt')
export const placeNamesText = () => read('place-names.txt')

export function catalogCategories(): Category[] {
  const categories: { name: string; slug: string; subcategories: string[] }[] = JSON.parse(
    read('categories.json'),
  )
  let id = 0
  const nextId = () => String(++id)
  return categories.map(({ name, slug, subcategories }) => ({
    _id: nextId(),
    name,
    slug,
    subcategories: subcategories.map((each) => ({ id: nextId(), name: each, slug: slugOf(each) })),
  }))
}

export function catalogPlaces(): CatalogPlaces {
  type City = { name: string; latitude: number; longitude: number; population: number }
  const countries: { code: string; name: string; states: { name: string; cities: City[] }[] }[] = JSON.parse(
    read('places.json'),
  )
  const places: CatalogPlaces = { countries: [], states: [], cities: [] }
  let id = 0
  for (const { code, name, states } of countries) {
    const country = ++id
    places.countries.push({ id: country, code, name })
    for (const state of states) {
      const state_id = ++id
      places.states.push({ id: state_id, country_id: country, name: state.name })
      for (const city of state.cities) places.cities.push({ id: ++id, state_id, ...city })
    }
  }
  return places
}
