/** What the site knows about words: everything that understanding a search depends on, besides its text. */
import type { PlaceNames } from '../../catalog/service.ts'
import { preferredSpellings } from './spellings.ts'
import type { CatalogTerms, Synonyms } from './topic-names.ts'
import type { Vocabulary } from './vocabulary.ts'
import { relatedTo } from './word-lists.ts'
import { stem } from './words.ts'

export type Lexicon = {
  /** The words of listings, the catalog, places, and synonyms. */
  vocabulary: Vocabulary
  /** What people call topics. */
  synonyms: Pick<Synonyms, 'match'>
  places: Pick<PlaceNames, 'match'>
  /** All words of place names. */
  placeWords: ReadonlySet<string>
  /** Returns whether a word is known without any listing: of the language, the catalog, places, or synonyms. */
  isStatic: (word: string) => boolean
  topics: CatalogTerms
}

/** Returns whether the words are a phrase of the synonyms, the catalog, or place names, from the first to the last. */
export function isPhrase(words: string[], { synonyms, places }: Lexicon): boolean {
  return synonyms.match(words, 0)?.length === words.length || places.match(words, 0)?.length === words.length
}

/** Returns whether a word occurs only in place names, such as the Terre of Terre Haute. Takes a known word. */
export const isOnlyInNames = (word: string, { vocabulary, placeWords, synonyms }: Lexicon): boolean =>
  vocabulary.count(word) < 2 && placeWords.has(word) && synonyms.match([word], 0) === null

/** Returns whether the word is one of the catalog or the synonyms, or means nearly the same as one. */
export const isTopicWord = (word: string, { synonyms, topics }: Lexicon): boolean =>
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

const maxCompletions = 8
/** A known word counts as incomplete only if a longer word is this many times as common. */
const farMoreCommon = 20
/** A word that names no topic counts as incomplete, too, if a longer one names one and is this many times as common: elect. */
const moreCommon = 3
/** A word of at most this many listings may be the beginning of any longer one that names a topic. */
const maxRare = 3

/**
 * Returns the words that begin with an incomplete word, the most common first, one per stem; none if the word is
 * complete.
 */
export function completionsOf(word: string, lexicon: Lexicon): string[] {
  const { vocabulary } = lexicon
  if (word.length < 2 || /^\d+$/.test(word)) return []
  const longer = vocabulary.withPrefix(word, 4 * maxCompletions).filter((each) => each.word !== word)
  const isKnown = vocabulary.has(word)
  const count = vocabulary.count(word)
  const isTopic = isTopicWord(word, lexicon)
  const neededOf = (other: string) => {
    if (!isKnown) return 0
    if (isTopic || !isTopicWord(other, lexicon)) return Math.max(2, count * farMoreCommon)
    return count <= maxRare ? 1 : count * moreCommon
  }
  if (isKnown && word.length < 3) return []
  const byStem = new Map<string, string>()
  for (const each of longer) {
    const term = stem(each.word)
    if (each.count < neededOf(each.word) || term === stem(word) || byStem.has(term)) continue
    if (!isOnlyInNames(each.word, lexicon)) byStem.set(term, each.word)
  }
  return [...byStem.values()].slice(0, maxCompletions)
}
