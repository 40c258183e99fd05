/**
 * The words of languages other than English, from `catalog/search-words.TAG.json`: stemmer, stop words, and how days, prices, and places are
 * named. A language without a file has no stems and no stop words.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { normalizeText } from '../../../platform/tokenize.ts'

/** What the file of a language says. All words are without accents; patterns match texts without accents, those of prices texts as typed. */
type LanguageFile = {
  /** The name of an algorithm of `@orama/stemmers`. */
  stemmer: string
  /** Replaced before stemming: the algorithm expects accents, and knows not all endings. */
  spellings: [pattern: string, replacement: string][]
  /** A function word that is written together with the next word. */
  elision?: string
  stopWords: string
  /** Stop words that other languages use for something else: searches keep them. */
  alsoInAds: string
  fillers: string
  prepositions: string
  qualifiers: string
  /** What announces a postal code. */
  beforeCode: string
  days: DayWords
  price: PriceWords
  /** What says that something is free of charge, and the words after which it does not: a free estimate. */
  free: string[]
  notFreeAfter: string
  /** The package that has common words. */
  commonWords: string
}

/** Patterns. `{weekday}`, `{month}`, `{day}`, `{last}`, `{year}`, `{lead}`, and `{partOfDay}` stand for those of the same name. */
export type DayWords = {
  lead: string
  weekdays: string[]
  months: string[]
  partOfDay: string
  /** By what `RelativeDays` calls them. */
  relative: Record<string, string>
  dates: string[]
  day: string
  last: string
  year: string
  monthForms: string[]
  nextWeekday: string
  weekday: string
  between: string
}

/** Patterns. */
export type PriceWords = {
  between: string
  and: string
  to: string
  from: string
  under: string
  orLess: string
  over: string
  orMore: string
  currencies: string
  unit: string
}

export type LanguageWords = Pick<LanguageFile, 'days' | 'price' | 'beforeCode'> & {
  tag: string
  /** Returns the stem of a normalized word. */
  stem: (word: string) => string
  /** The index does not contain these words of ads in the language. */
  stopWords: ReadonlySet<string>
  /** Searches leave these out. */
  searchedStopWords: ReadonlySet<string>
  fillers: ReadonlySet<string>
  prepositions: ReadonlySet<string>
  qualifiers: ReadonlySet<string>
  /** Phrases as words, the longest first. */
  free: string[][]
  notFreeAfter: ReadonlySet<string>
  /** Returns the text with a space in place of each character of an elided word. */
  elide: (text: string) => string
  /** Returns common words, the most common first, as they are in the package. */
  commonWords: () => string[]
}

const known = new Map<string, LanguageWords | null>()

/** Returns the words of a language by its tag; null for English, which has none of this, and for one without a file. */
export function wordsOfLanguage(tag: string): LanguageWords | null {
  const found = known.get(tag)
  if (found !== undefined) return found
  const text = /^[a-z]{2,3}$/.test(tag) ? readCatalogFile(`search-words.${tag}.json`) : null
  const words = text === null ? null : compile(tag, JSON.parse(text) as LanguageFile)
  known.set(tag, words)
  return words
}

/** Returns the text of a file of the catalog; null if there is none. */
export function readCatalogFile(name: string): string | null {
  try {
    return readFileSync(new URL(`../../../../../catalog/${name}`, import.meta.url), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const require = createRequire(import.meta.url)
const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

function compile(tag: string, file: LanguageFile): LanguageWords {
  const { stemmer } = require(`@orama/stemmers/${file.stemmer}`) as { stemmer: (word: string) => string }
  const spellings = file.spellings.map(([pattern, by]) => [new RegExp(pattern), by] as const)
  const elision = file.elision === undefined ? null : new RegExp(file.elision, 'giu')
  const stopWords = setOf(file.stopWords)
  const alsoInAds = setOf(file.alsoInAds)
  const stem = (word: string) => {
    if (!/^[a-z]{3,}$/.test(word)) return word
    return normalizeText(stemmer(spellings.reduce((text, [pattern, by]) => text.replace(pattern, by), word)))
  }
  return {
    tag,
    stem: cached(stem),
    stopWords: new Set([...stopWords, ...alsoInAds]),
    searchedStopWords: new Set([...stopWords].filter((word) => !alsoInAds.has(word))),
    fillers: setOf(file.fillers),
    prepositions: setOf(file.prepositions),
    qualifiers: setOf(file.qualifiers),
    free: file.free.map((phrase) => phrase.split(' ')).sort((a, b) => b.length - a.length),
    notFreeAfter: setOf(file.notFreeAfter),
    elide: (text) => (elision ? text.replace(elision, (elided) => ' '.repeat(elided.length)) : text),
    commonWords: () => readCommonWords(file.commonWords),
    days: file.days,
    price: file.price,
    beforeCode: file.beforeCode,
  }
}

/** Few words make up nearly all of a text, and each cached one is an object for the garbage collector. */
const maxCachedStems = 20_000

/** Returns a function of words that remembers its latest results. */
export function cached(compute: (word: string) => string): (word: string) => string {
  const results = new Map<string, string>()
  return (word) => {
    const result = results.get(word)
    if (result !== undefined) return result
    if (results.size >= maxCachedStems) results.clear()
    const computed = compute(word)
    results.set(word, computed)
    return computed
  }
}

/** Returns the common words of a package, the most common first, and frees the modules that have them: imported ones stay in memory. */
export function readCommonWords(name: string): string[] {
  const loadedBefore = new Set(Object.keys(require.cache))
  // The main module of the package also has lists of names and titles.
  const words: string[] = require(`${name}/dist/commonWords.json.cjs`)
  for (const path of Object.keys(require.cache)) if (!loadedBefore.has(path)) delete require.cache[path]
  return words
}
