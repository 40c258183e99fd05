/** How the URL of a list names its map: `view=map` shows it, and `town` is the town whose listings are shown. */
import type { Town } from '../../shared/map.ts'

export type ListMap = {
  towns: Town[]
  /** The chosen town. */
  town: Town | null
}

export const townLabel = ({ name, state }: Pick<Town, 'name' | 'state'>) => `${name}, ${state}`

/** Returns the path of this page with some parameters changed; null removes one. */
export function pathWith(
  { pathname, search }: { pathname: string; search: string },
  changes: Record<string, string | null>,
): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** Returns the path with the view and the town of the present page. */
export function keepMap(path: string, search: string): string {
  const present = new URLSearchParams(search)
  const [pathname = '', query = ''] = path.split('?')
  return pathWith({ pathname, search: query }, { view: present.get('view'), town: present.get('town') })
}
