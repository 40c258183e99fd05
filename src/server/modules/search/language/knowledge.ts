/** What the site knows about words: everything that understanding a search depends on, besides its text. */
import type { CatalogTerms } from './catalog-terms.ts'
import { relatedTo } from './related-words.ts'
import { preferredSpellings } from './spellings.ts'
import type { Vocabulary } from './vocabulary.ts'
import { stem } from './words.ts'

/** What people call topics. Both kinds of match find the longest phrase that starts at `words[at]`. */
export type SynonymMatcher = {
  match: (
    words: string[],
    at: number,
  ) => { length: number; targets: { topic: number; weight: number }[] } | null
}

export type PlaceMatch = {
  length: number
  /** The most populous first. */
  places: {
    level: 'country' | 'state' | 'city'
    ids: number[]
    name: string
    population: number
    /** Whether the match is a code or a short name, such as TX or Philly. */
    code: boolean
  }[]
}
export type PlaceMatcher = { match: (words: string[], at: number) => PlaceMatch | null }

export type Knowledge = {
  /** The words of listings, the catalog, places, and synonyms. */
  vocabulary: Vocabulary
  synonyms: SynonymMatcher
  places: PlaceMatcher
  /** All words of place names. */
  placeWords: ReadonlySet<string>
  /** Returns whether a word is known without any listing: of the language, the catalog, places, or synonyms. */
  isStatic: (word: string) => boolean
  topics: CatalogTerms
}

/** Returns whether the words are a phrase of the synonyms, the catalog, or place names, from the first to the last. */
export function isPhrase(words: string[], { synonyms, places }: Knowledge): boolean {
  return synonyms.match(words, 0)?.length === words.length || places.match(words, 0)?.length === words.length
}

/** Returns whether a word occurs only in place names, such as the Terre of Terre Haute. Takes a known word. */
export const isOnlyInNames = (word: string, { vocabulary, placeWords, synonyms }: Knowledge): boolean =>
  vocabulary.count(word) < 2 && placeWords.has(word) && synonyms.match([word], 0) === null

/** Returns whether the word is one of the catalog or the synonyms, or means nearly the same as one. */
export const isTopicWord = (word: string, { synonyms, topics }: Knowledge): boolean =>
  topics.topicsOf(stem(word)).length > 0 ||
  synonyms.match([word], 0) !== null ||
  [...relatedTo(stem(word))].length > 0

/** Returns the number of listings with the word or one of its inflections; 0 if none is known. */
export function countForms(word: string, vocabulary: Vocabulary): number {
  return formsOf(word).reduce((most, form) => Math.max(most, vocabulary.count(form)), 0)
}

/** Returns whether the word or one of its inflections is known, even if no listing contains it. */
export const isKnownWord = (word: string, vocabulary: Vocabulary): boolean =>
  formsOf(word).some((form) => vocabulary.has(form))

/** The word in the singular, in the plural, and without `-ing` and `-ed`, in American spelling. Some are not words. */
function formsOf(word: string): string[] {
  const forms = [`${word}s`]
  const preferred = preferredSpellings.get(word)
  if (preferred) forms.push(preferred)
  if (word.length >= 4 && word.endsWith('s')) forms.push(word.slice(0, -1))
  if (word.length >= 5 && word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.length >= 5 && word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.length >= 6 && word.endsWith('ing')) forms.push(word.slice(0, -3), `${word.slice(0, -3)}e`)
  if (word.length >= 5 && word.endsWith('ed')) forms.push(word.slice(0, -2), word.slice(0, -1))
  // Other stems are other words: `swiming` is no form of `swim`.
  const own = stem(word)
  return [word, ...forms.filter((form) => stem(form) === own)]
}
