/**
 * The place that a visitor chose, which only their browser keeps, in a cookie. It narrows lists that are opened without a place: the
 * path then has it as the filter `near`, so the pages themselves are the same for everyone.
 */
import { type DistanceUnit, defaultDistance } from './distance.ts'
import { maxNameLength } from './limits.ts'
import { anywhere, distances, isAnywhere } from './list-filters.ts'

/** The log masks cookies with this prefix. */
export const placeCookie = 'corkboard.place'

/** `unit` is that of the country of the town. */
export type VisitorPlace = { town: string; within: number; unit: DistanceUnit }

/** Returns the value of the cookie. */
export const formatVisitorPlace = ({ town, within, unit }: VisitorPlace): string =>
  encodeURIComponent([town, within, unit].join('|'))

/** Reads the place from a `Cookie` header; null without one, and for what the site did not write. */
export function readVisitorPlace(cookies = ''): VisitorPlace | null {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${placeCookie}=`))
    ?.slice(placeCookie.length + 1)
  const [town = '', within, unit = '', ...rest] = decode(value).split('|')
  const distance = distances.find((each) => String(each) === within)
  const isValid = town.trim() === town && town !== '' && town.length <= maxNameLength && !isAnywhere(town)
  if (!isValid || !distance || (unit !== 'mi' && unit !== 'km') || rest.length > 0) return null
  return { town, within: distance, unit }
}

/** Returns a place as the filter of a list. The default distance stays out of the URL. */
export const toNearFilter = ({ town, within }: Pick<VisitorPlace, 'town' | 'within'>) => ({
  near: town,
  within: within === defaultDistance ? undefined : String(within),
})

/** The lists that can be anywhere, and the form for an alert about one. */
export const listPages =
  /^\/(all-services|all-events|search|save-search|category\/[^/]+(\/subcategory\/[^/]+)?)$/
/** The parameters that name another place, or somebody who is at one. */
const otherPlaces = ['country', 'state', 'city', 'town', 'seller', 'venue']

/**
 * Returns the path to show instead of that of a list: without a place in its URL, that with the visitor's place; null for any other. An
 * emptied field of a form means anywhere, and without a place of the visitor, so does every list.
 */
export function placedPath(path: string, place: VisitorPlace | null): string | null {
  const { pathname, query } = splitPath(path)
  if (!listPages.test(pathname)) return null
  const near = query.get('near')?.trim()
  if (!place) return near && isAnywhere(near) ? withNear(path, {}) : null
  if (near || otherPlaces.some((name) => query.get(name))) return null
  if (near === '') return withNear(path, { near: anywhere })
  // The other page of a list that is now another one.
  query.delete('page')
  return withNear(`${pathname}?${query}`, toNearFilter(place))
}

/**
 * Returns the path of a list at another place, or at none. Everything else in its URL stays: without scripts, a field with several choices
 * is there several times.
 */
export function withNear(path: string, filter: { near?: string; within?: string | undefined }): string {
  const { pathname, query } = splitPath(path)
  const kept = [...query].filter(([name, value]) => name !== 'near' && name !== 'within' && value !== '')
  const added = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const placed = new URLSearchParams([...kept, ...added])
  return placed.size > 0 ? `${pathname}?${placed}` : pathname
}

/** Returns the parts of a path. A query may contain question marks. */
export function splitPath(path: string): { pathname: string; query: URLSearchParams } {
  const [pathname = ''] = path.split('?', 1)
  return { pathname, query: new URLSearchParams(path.slice(pathname.length)) }
}

function decode(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
