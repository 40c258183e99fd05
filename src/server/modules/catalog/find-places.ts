/** Finds the places that a person may mean by the name of a city, such as "austin", "Austin, TX", or "St Louis". */
import type { PlaceSuggestion } from '../../../shared/contract/browse.ts'
import type { Location } from '../../../shared/contract/catalog.ts'
import { foldName } from '../../../shared/text-normalization.ts'

/** Beginnings of names, such as "san", match many cities. */
const maxSuggestions = 12

/** How many names are normalized between two slices of time. */
const namesPerStep = 200

/** Returns a function that returns the cities and states of a name. If there is no such city, adds those whose names begin with it. */
export function* buildPlaceFinder(
  countries: readonly Location[],
): Generator<void, (text: string) => PlaceSuggestion[]> {
  const cities: (PlaceSuggestion & { normalized: string })[] = []
  for (const { name, slug, state: states } of countries)
    for (const state of states)
      for (const city of state.cities) {
        if (cities.length % namesPerStep === 0) yield
        const normalized = normalize(city.name)
        cities.push({ country: { name, slug }, state: state.name, city: city.name, normalized })
      }
  const toPlace = ({ normalized: _, ...place }: (typeof cities)[number]): PlaceSuggestion => place

  return (text) => {
    const words = normalize(text).split(' ')
    if (words[0] === '') return []
    // "Kansas City MO" is the city of three words first, then "Kansas City" in a state like "MO".
    for (let length = words.length; length > 0; length -= 1) {
      const city = words.slice(0, length).join(' ')
      const state = words.slice(length).join(' ')
      const found = cities.filter((row) => row.normalized === city && isState(state, row.state ?? ''))
      if (found.length > 0) return [...(state ? [] : statesNamed(city, countries)), ...found.map(toPlace)]
    }
    const beginning = words.join(' ')
    const similar = cities.filter(({ normalized }) => normalized.startsWith(beginning))
    return [...statesNamed(beginning, countries), ...similar.slice(0, maxSuggestions).map(toPlace)]
  }
}

const statesNamed = (text: string, countries: readonly Location[]): PlaceSuggestion[] =>
  countries.flatMap(({ name, slug, state: states }) =>
    states
      .filter((state) => normalize(state.name) === text)
      .map((state) => ({ country: { name, slug }, state: state.name, city: null })),
  )

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
