/**
 * The terms of a text: the stems of its words, without stop words. Listings and searches both go through here, so a change makes a rebuild
 * of the index necessary.
 */
import { stemmer } from 'stemmer'
import { maxWordLength, normalizeText, splitWords } from '../../../platform/tokenize.ts'
import { cached, wordsOfLanguage } from './language-words.ts'
import { exceptionalStems, preferredSpellings } from './spellings.ts'

/** Words that say nothing about a listing. The index does not contain them, and searches leave them out. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a am an and are as at be been but by can cant could did do does doing dont for from had has have having he her ' +
    'his how i id if ill im in into is isnt it its ive me my myself not of on or our ours out she should so than that ' +
    'thats the their them then there theres these they theyre this those to too until us was we were what when ' +
    'where which who whom whos why will with would you youll your youre yours'
  ).split(' '),
)

/** Returns the stem that forms of an English word share: `walks` and `walking` become `walk`. Takes a normalized word. */
export const stem: (word: string) => string = cached(computeStem)

function computeStem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  const preferred = preferredSpellings.get(word) ?? word
  return exceptionalStems.get(preferred) ?? stemmer(preferred)
}

const hyphen = /[-‐‑]/
const hyphenated = /[\p{L}\p{N}]+(?:[-‐‑][\p{L}\p{N}]+)+/gu

/**
 * Returns the terms of a text in order, as the index stores them: the stems of its words without stop words. A
 * hyphenated word is there in parts and joined, so that `wifi` finds `Wi-Fi`.
 */
export const termsOf = (text: string, language = 'en'): string[] =>
  termsOfWords(indexedWordsOf(text, language), language)

/** Returns the terms of the words of a text (`indexedWordsOf`). */
export function termsOfWords(words: readonly string[], language = 'en'): string[] {
  if (language !== 'en') return termsOfOther(words, language)
  const terms: string[] = []
  for (const word of words) if (!stopWords.has(word)) terms.push(stem(word))
  return terms
}

function termsOfOther(words: readonly string[], language: string): string[] {
  const own = wordsOfLanguage(language)
  return own ? words.flatMap((word) => (own.stopWords.has(word) ? [] : own.stem(word))) : [...words]
}

/** Whether a search could be a misspelling or the beginning of this word. */
export const isVocabularyWord = (word: string): boolean => word.length > 1 && /\p{L}/u.test(word)

/** Returns the words of a text that the vocabulary contains: its tokens and its hyphenated words, joined. */
export function indexedWordsOf(text: string, language = 'en'): string[] {
  const own = language === 'en' ? null : wordsOfLanguage(language)
  const normalized = normalizeText(own ? own.elide(text) : text)
  const words = splitWords(normalized)
  // Most texts have no hyphen, and finding one takes a fraction of the time of the other pattern.
  const joined = hyphen.test(normalized) ? (normalized.match(hyphenated) ?? []) : []
  for (const compound of joined)
    if (compound.length <= maxWordLength) words.push(compound.replace(/[-‐‑]/g, ''))
  return words
}

/** Returns whether the terms of a phrase stand next to each other. */
export function includesPhrase(terms: readonly string[], phrase: readonly string[]): boolean {
  for (let start = 0; start + phrase.length <= terms.length; start += 1) {
    if (phrase.every((term, offset) => terms[start + offset] === term)) return true
  }
  return false
}
