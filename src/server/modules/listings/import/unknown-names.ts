/** Says which names of a category or place the catalog does not have, and which ones may be meant. */
import { nearestName } from '../../../../shared/edit-distance.ts'
import type { Catalog, NamedFilter } from '../../catalog/service.ts'

type Part = keyof NamedFilter

/** Each level depends on the one before. */
const levels: Part[][] = [
  ['category', 'subcategory'],
  ['country', 'state', 'city'],
]
const maxShownLength = 80

/** Returns a sentence for the first unknown name of the topic, and one for that of the place. */
export function describeUnknownNames(catalog: Catalog, names: NamedFilter): string[] {
  const ids = catalog.idsOf(names)
  return levels.flatMap((parts) => {
    const unknown = parts.find((part) => ids[part]?.length === 0)
    if (!unknown) return []
    const parent = parts.slice(0, parts.indexOf(unknown)).findLast((part) => names[part])
    const place = parent ? ` in ${quote(names[parent])}` : ''
    const nearest = nearestOf(names[unknown] ?? '', namesBelow(catalog, unknown, ids))
    const advice = nearest ? `Did you mean ${quote(nearest)}?` : 'Use a name of the site’s catalog.'
    return [`The ${unknown} ${quote(names[unknown])} does not exist${place}. ${advice}`]
  })
}

/** Returns the names that the part can have, given the parts above it. */
function namesBelow(catalog: Catalog, part: Part, ids: ReturnType<Catalog['idsOf']>): string[] {
  const chosen = <Item extends { _id: string }>(items: Item[], found: number[] | undefined) =>
    found ? items.filter(({ _id }) => found.includes(Number(_id))) : items
  const { states, cities } = catalog.places()
  const options: Record<Part, () => { name: string }[]> = {
    category: () => catalog.categories(),
    subcategory: () =>
      chosen(catalog.categories(), ids.category).flatMap(({ subcategories }) => subcategories),
    country: () => catalog.places().countries,
    state: () => states.filter(({ country_id }) => ids.country?.includes(country_id) ?? true),
    city: () => cities.filter(({ state_id }) => ids.state?.includes(state_id) ?? true),
  }
  return options[part]().map(({ name }) => name)
}

/** A typo, or a part of the name: `Music` for `Music & Performing Arts`. */
function nearestOf(text: string, names: string[]): string | null {
  const wanted = text.toLowerCase()
  return (
    nearestName(text, names, Math.ceil(text.length * 0.4)) ??
    names.find((name) => wanted.length > 2 && name.toLowerCase().includes(wanted)) ??
    names.find((name) => name.length > 2 && wanted.includes(name.toLowerCase())) ??
    null
  )
}

const quote = (text = '') =>
  JSON.stringify(text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text)
