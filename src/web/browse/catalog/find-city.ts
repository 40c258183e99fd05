/** Finds the places that a person may mean by the name of a city, such as "austin", "Austin, TX", or "St Louis". */
import type { Location } from '../../../shared/contract/catalog.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import { paths } from '../../paths.ts'

export type FoundPlace = { label: string; to: string }

/** Beginnings of names, such as "san", match many cities. */
const maxSuggestions = 12

/** Returns the cities and states of this name. If there is no such city, adds those whose names begin with it. */
export function findPlaces(text: string, countries: Location[]): FoundPlace[] {
  const words = normalize(text).split(' ')
  if (words[0] === '') return []
  const cities = countries.flatMap((country) =>
    country.state.flatMap((state) =>
      state.cities.map(({ name }) => ({ name, normalized: normalize(name), state: state.name, country })),
    ),
  )
  const toCity = ({ name, state, country }: (typeof cities)[number]): FoundPlace => ({
    label: `${name}, ${state}`,
    to: paths.location(country.slug, { state, city: name }),
  })
  // "Kansas City MO" is the city of three words first, then "Kansas City" in a state like "MO".
  for (let length = words.length; length > 0; length -= 1) {
    const city = words.slice(0, length).join(' ')
    const state = words.slice(length).join(' ')
    const found = cities.filter((row) => row.normalized === city && isState(state, row.state))
    if (found.length > 0) return [...(state ? [] : statesNamed(city, countries)), ...found.map(toCity)]
  }
  const beginning = words.join(' ')
  const similar = cities.filter(({ normalized }) => normalized.startsWith(beginning))
  return [...statesNamed(beginning, countries), ...similar.map(toCity).slice(0, maxSuggestions)]
}

const statesNamed = (name: string, countries: Location[]): FoundPlace[] =>
  countries
    .flatMap(({ state }) => state)
    .filter((state) => normalize(state.name) === name)
    .map((state) => ({ label: state.name, to: paths.state(state.name) }))

/** Whether `text` is the state's name or could be its two-letter code; an empty text is any state. */
function isState(text: string, state: string): boolean {
  const name = normalize(state)
  if (text === '' || text === name) return true
  const [first = '', second = ''] = text
  return text.length === 2 && name.startsWith(first) && name.includes(second, 1)
}

/** Ignores case, accents, punctuation, and the spelling of Saint. */
const normalize = (name: string): string =>
  foldName(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bsaint\b/g, 'st')
    .trim()
