/** What requests are made of: topics, places, and words, drawn like those of the listings. */
import type { Generator, Listing } from '../generated-listings/listings.ts'
import type { City, Topic } from '../generated-listings/names.ts'
import { createWeightedDraw, misspell, zipfWeights } from '../generated-listings/word-sampler.ts'
import { type Random, seededRandom } from '../seeded-random.ts'

type Query = Record<string, string | number | undefined>

/** Returns the URL of the next request. Every call draws a fresh one. */
export type NextPath = () => string

/** Occur in 3 to 40 % of the listings: in names of categories, or often in texts. */
const veryCommonWords = [
  ...['services', 'lessons', 'repair', 'cleaning', 'care', 'help', 'home', 'event', 'day', 'time'],
  ...['work', 'night', 'people', 'good', 'new', 'place', 'house', 'kids', 'family', 'morning'],
]

const letters = ['bcdfghjklmnprstvwz', 'aeiou']

export function createDraw(generator: Generator, seed: number) {
  const { topics, cities, count, listingAt, sampler } = generator
  const random: Random = seededRandom(seed)
  const topicIndex = createWeightedDraw(zipfWeights(topics.length, 0.9))
  const cityIndex = createWeightedDraw(cities.map(({ population }) => population))
  const listing = (): Listing => listingAt(random.below(count))
  const topic = (): Topic => topics[topicIndex(random)] ?? random.pick(topics)
  const city = (): City => cities[cityIndex(random)] ?? random.pick(cities)
  const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]{4,}/g) ?? []
  const rankedWord = (from: number, to: number) => sampler.words[from + random.below(to - from)] ?? 'piano'

  /** Returns a word of a title or topic, as most searches have. */
  function word(): string {
    for (;;) {
      const words = wordsOf(random.below(3) === 0 ? topic().name : listing().title)
      if (words.length > 0) return random.pick(words)
    }
  }

  /** Returns words that occur in one listing. */
  function words(number: number): string {
    for (;;) {
      const { title, description } = listing()
      const found = [...new Set([...wordsOf(title), ...wordsOf(description)])]
      if (found.length >= number)
        return Array.from({ length: number }, () => found.splice(random.below(found.length), 1)[0]).join(' ')
    }
  }

  const placeNames = (level: number) => {
    const { name, state, country } = city()
    return { country, ...(level > 0 && { state }), ...(level > 1 && { city: name }) }
  }

  return {
    random,
    topic,
    city,
    count,
    listingAt,
    listing,
    word,
    words,
    placeNames,
    kind: () => (random.below(3) === 0 ? ('event' as const) : ('service' as const)),
    /** Occurs in at most a few listings of a hundred thousand. */
    rareWord: () => rankedWord(25_000, 60_000),
    /** Occurs in one of a hundred listings or so. */
    commonWord: () => rankedWord(300, 2_000),
    veryCommonWord: () => random.pick(veryCommonWords),
    misspelledWord: () => {
      for (;;) {
        const correct = word()
        if (correct.length > 5) return misspell(correct, random)
      }
    },
    /** Occurs in no listing, and is no typo of a word. */
    unknownWord: () =>
      Array.from({ length: 9 }, (_, n) => random.pick([...(letters[n % 2] ?? 'x')])).join(''),
    path: (path: string, query: Query) => {
      const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
      const parameters = new URLSearchParams(present.map(([key, value]) => [key, String(value)]))
      return parameters.size > 0 ? `${path}?${parameters}` : path
    },
  }
}

export type Draw = ReturnType<typeof createDraw>

/** How often a class may draw what it has drawn before, until that counts as new: few words are very common. */
const maxRepeatedDraws = 50

/** Returns paths that are not among these yet, and adds them. */
export const distinctPaths =
  (next: NextPath, seen: Set<string>): NextPath =>
  () => {
    let path = next()
    for (let draws = 1; seen.has(path) && draws < maxRepeatedDraws; draws++) path = next()
    seen.add(path)
    return path
  }
