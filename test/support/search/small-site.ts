/** What a small site knows, for tests: the real catalog, a few synonyms, and a few hundred words. */
import placesFile from '../../../catalog/places.json' with { type: 'json' }
import type { NamedPlace } from '../../../src/server/modules/catalog/service.ts'
import { type Lexicon, readEnglishWords } from '../../../src/server/modules/search/language/lexicon.ts'
import { english as englishOnly } from '../../../src/server/modules/search/language/query-languages.ts'
import { createCatalogTerms } from '../../../src/server/modules/search/language/topic-names.ts'
import { createVocabulary } from '../../../src/server/modules/search/language/vocabulary.ts'
import { tokenize } from '../../../src/server/platform/tokenize.ts'

import { catalogCategories } from '../data/catalog-files.ts'

const categories = catalogCategories()
const topicIds = new Map(
  categories.flatMap(({ _id, name, subcategories }) => [
    [name, Number(_id)] as const,
    ...subcategories.map((sub) => [sub.name, Number(sub.id)] as const),
  ]),
)
const topicNames = new Map([...topicIds].map(([name, id]) => [id, name]))

/** Throws if the catalog has no such topic. */
function topicId(name: string): number {
  const id = topicIds.get(name)
  if (id === undefined) throw new Error(`The catalog has no topic "${name}".`)
  return id
}
export const topicName = (id: number): string | undefined => topicNames.get(id)

const synonymPhrases: [topic: string, phrases: string][] = [
  ['Dog Walking', 'dog walker, walk dog'],
  ['Nannies', 'nanny, childcare'],
  ['Babysitting', 'babysitter, sitter, baby sitter'],
  ['Handyman', 'handy man'],
  ['Car Detailing', 'car wash, detailer'],
  ['Food Trucks & Pop-Ups', 'food truck'],
  ['Community Gatherings', 'potluck, campfire'],
  ['Plumbing Repairs', 'plumber, leaking toilet, toilet is leaking, clogged drain, faucet'],
  ['Lawn Mowing', 'lawn care, mow lawn, yard work'],
  ['Wedding Photography', 'wedding photographer'],
  ['Wi-Fi & Smart Home Setup', 'wifi, wi fi'],
  ['Fun Runs & Races', 'marathon'],
]

function longestPhrase<Value>(phrases: Map<string, Value>, words: string[], at: number) {
  for (let length = Math.min(4, words.length - at); length > 0; length--) {
    const value = phrases.get(words.slice(at, at + length).join(' '))
    if (value !== undefined) return { length, value }
  }
  return null
}

function createSynonyms(): Lexicon['synonyms'] {
  const phrases = new Map<string, { topic: number; weight: number }[]>()
  const add = (phrase: string, topic: number) => {
    const key = tokenize(phrase).join(' ')
    if (key) phrases.set(key, [...(phrases.get(key) ?? []), { topic, weight: 1 }])
  }
  for (const [name, id] of topicIds) add(name, id)
  for (const [topic, list] of synonymPhrases)
    for (const phrase of list.split(', ')) if (phrase) add(phrase, topicId(topic))
  return {
    match(words, at) {
      const found = longestPhrase(phrases, words, at)
      return found && { length: found.length, targets: found.value }
    },
  }
}

const stateCodes: Record<string, string> = {
  texas: 'tx',
  oregon: 'or',
  maine: 'me',
  alabama: 'al',
  indiana: 'in',
  pennsylvania: 'pa',
  louisiana: 'la',
  'new york': 'ny',
  ontario: 'on',
}
const shortNames: Record<string, string> = { nyc: 'new york city', la: 'los angeles', philly: 'philadelphia' }

function createPlaces(): Lexicon['places'] {
  const phrases = new Map<string, NamedPlace[]>()
  const add = (phrase: string, place: NamedPlace) =>
    phrases.set(
      phrase,
      [...(phrases.get(phrase) ?? []), place].sort((a, b) => b.population - a.population),
    )
  let id = 1
  for (const country of placesFile)
    for (const state of country.states) {
      const stateName = tokenize(state.name).join(' ')
      const code = stateCodes[stateName]
      const stateRow = { level: 'state' as const, ids: [id++], name: state.name, population: 0 }
      add(stateName, { ...stateRow, code: false })
      if (code) add(code, { ...stateRow, code: true })
      for (const { name, population } of state.cities) {
        const city = { level: 'city' as const, ids: [id++], name, population }
        const cityName = tokenize(name).join(' ')
        add(cityName, { ...city, code: false })
        add(`${cityName} ${stateName}`, { ...city, name: `${name}, ${state.name}`, code: false })
        if (code) add(`${cityName} ${code}`, { ...city, name: `${name}, ${state.name}`, code: true })
        for (const [short, long] of Object.entries(shortNames))
          if (long === cityName) add(short, { ...city, code: true })
      }
    }
  return {
    match(words, at) {
      const found = longestPhrase(phrases, words, at)
      return found && { length: found.length, places: found.value }
    },
  }
}

/** Words and the number of listings that contain each. */
const listingWords: [words: string, listings: number][] = [
  ['dog walker walking walk baby car food home house cleaning clean wedding lawn repair lessons free', 200],
  [
    'plumber photographer photography photos sitter toilet leaking wash truck camp fire pot luck hand man pet',
    60,
  ],
  ['carpet concert marathon bicycle piano guitar teacher garden market party barber yoga haircut mow', 30],
  ['potluck campfire babysitting babysitter carwash birthday handyman bakery organic gluten weekend', 12],
  ['austin philadelphia brooklyn york angeles los mobile reading orange faucet drain leak electrician', 8],
]

const topics = createCatalogTerms(categories)

const placeWords = new Set(
  placesFile.flatMap(({ states }) =>
    states.flatMap(({ cities }) => cities.flatMap(({ name }) => tokenize(name))),
  ),
)

const english = readEnglishWords()
const staticWords = new Set([...english, ...topics.words(), ...placeWords])

const counts = new Map(english.map((word) => [word, 0]))
const add = (word: string, listings: number) => counts.set(word, (counts.get(word) ?? 0) + listings)
for (const [words, listings] of listingWords) for (const word of words.split(' ')) add(word, listings)
for (const [, phrases] of synonymPhrases) for (const word of tokenize(phrases)) add(word, 1)
for (const word of [...topics.words(), ...placeWords]) add(word, 1)

export const smallSite: Lexicon = {
  languages: englishOnly,
  vocabulary: createVocabulary(counts),
  synonyms: createSynonyms(),
  places: createPlaces(),
  countryCodes: ['US', 'CA'],
  placeWords,
  isStatic: (word) => staticWords.has(word),
  topics,
}
