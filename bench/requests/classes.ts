/** All classes of requests that `npm run bench` measures, by name. */
import type { Draw, NextPath } from './draw.ts'
import { listRequests, pageRequests } from './list-requests.ts'
import { searchRequests } from './search-requests.ts'

export const requestClasses = (draw: Draw, listings: number): Record<string, NextPath> => ({
  ...searchRequests(draw),
  ...listRequests(draw, listings),
  ...pageRequests(draw),
})

/** The classes that `npm run bench:compare` measures. */
export const comparedClasses = [
  'search, one word',
  'search, two or three words',
  'search, four words',
  'search, misspelled',
  'search, unknown word',
  'search, very common + state',
  'search, one word by price',
  'search, with place in text',
  'search, deep page',
  'events, by day',
  'map, search',
  'list, city',
  'list, subcategory + state, by price',
  'list, all, any page',
]

/** A class of its own: it is measured without the site. */
export const savedSearchesClass = 'saved searches'

/** Returns a sentence if no class has a name that contains this text; null otherwise. */
export function unknownClass(text: string): string | null {
  const names = [...Object.keys(requestClasses({} as Draw, 0)), savedSearchesClass]
  if (names.some((name) => name.includes(text))) return null
  return `--only ${text} matches no class. Choose a part of one of these names: ${names.join('; ')}.`
}
