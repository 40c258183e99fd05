/** The catalog in the forms that search needs: its tree of ids, and its categories with numeric ids. */
import type { Catalog } from '../catalog/service.ts'
import type { IndexTaxonomy } from './index/taxonomy.ts'
import type { CatalogCategory } from './language/catalog-terms.ts'

export const categoriesOf = (catalog: Catalog): CatalogCategory[] =>
  catalog.categories().map(({ _id, name, subcategories }) => ({
    id: Number(_id),
    name,
    subcategories: subcategories.map(({ id, name }) => ({ id: Number(id), name })),
  }))

export function createIndexTaxonomy(catalog: Catalog): IndexTaxonomy {
  const categories = categoriesOf(catalog)
  const { countries, states, cities } = catalog.places()
  const topicIds = categories.flatMap(({ id, subcategories }) => [id, ...subcategories.map((sub) => sub.id)])
  const placeIds = [...countries, ...states, ...cities].map(({ id }) => id)
  const topicParent = new Uint32Array(Math.max(0, ...topicIds) + 1)
  const places = Math.max(0, ...placeIds) + 1
  const placeParent = new Uint32Array(places)
  const latitude = new Float32Array(places).fill(Number.NaN)
  const longitude = new Float32Array(places).fill(Number.NaN)
  for (const { id, subcategories } of categories) for (const sub of subcategories) topicParent[sub.id] = id
  for (const { id, country_id } of states) placeParent[id] = country_id
  for (const city of cities) {
    placeParent[city.id] = city.state_id
    latitude[city.id] = city.latitude
    longitude[city.id] = city.longitude
  }
  return { topicParent, placeParent, latitude, longitude }
}
