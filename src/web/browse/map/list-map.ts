/** What the map of a list shows, and its URLs. */
import type { Town } from '../../../shared/contract/browse.ts'

export type ListMap = {
  towns: Town[]
  town: Town | null
  /** Restricts the list to the chosen town. */
  filters: { country?: string; state?: string; city?: string }
}

export const townLabel = ({ name, state }: Pick<Town, 'name' | 'state'>) => `${name}, ${state}`

/** `label` is the chosen town's, from the URL. */
export function toListMap(towns: Town[], label: string | null): ListMap {
  const town = towns.find((candidate) => townLabel(candidate) === label) ?? null
  return { towns, town, filters: town ? { country: town.country, state: town.state, city: town.name } : {} }
}

/** Returns the path with the view and the town of the current page. */
export function keepMap(path: string, search: string): string {
  const current = new URLSearchParams(search)
  const [pathname, query] = path.split('?')
  const kept = new URLSearchParams(query)
  for (const name of ['view', 'town']) {
    const value = current.get(name)
    if (value) kept.set(name, value)
  }
  return `${pathname}?${kept}`
}
