/**
 * Text as words: what counts as a word, and its stem. Listings and searches both go through here, so a change makes a
 * rebuild of the index necessary.
 */
import { stemmer } from 'stemmer'
import { exceptionalStems, preferredSpellings } from './spellings.ts'
import { stopWords } from './stop-words.ts'

/** Longer words are cut off: they are not words that people search for, such as encoded pictures. */
const maxWordLength = 40
/** Stems that are cached. Few words make up nearly all of a text, and each cached one is an object for the garbage collector. */
const maxCachedStems = 20_000

const isAscii = /^[\0-\x7f]*$/
const inWordMarks = /['’‘`ʼ´׳״]/g
/**
 * What writers may leave out: accents, the vowels of Arabic, Hebrew, and Syriac, and the stretcher of Arabic letters. In other scripts,
 * such as Devanagari, marks are letters. So are the two of Japanese.
 */
const optionalMarks =
  /\p{Cf}|\u0640|(?!\u3099|\u309a)(?=\p{M})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/gu
/** Letters that are often written as another one. The hamza of an Arabic letter is a mark. */
const otherLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}

/** Returns the text in lowercase, without accents, apostrophes, and invisible characters; `&` becomes `and`. */
export function normalizeText(text: string): string {
  const plain = isAscii.test(text) ? text.toLowerCase() : withoutAccents(text)
  return plain.replace(inWordMarks, '').replaceAll('&', ' and ')
}

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(optionalMarks, '')
    .replace(/[ßæœøđðþłıٱىیکة]/g, (letter) => otherLetters[letter] ?? letter)
    .normalize('NFKC')

const asciiWords = /[a-z0-9]+/g
const unicodeWords = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts that put no spaces between words. */
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Returns the normalized words of a text in order. */
export function tokenize(text: string): string[] {
  return wordsOf(normalizeText(text))
}

function wordsOf(normalized: string): string[] {
  const words: string[] = (normalized.match(isAscii.test(normalized) ? asciiWords : unicodeWords) ?? []).map(
    (word) => (word.length > maxWordLength ? word.slice(0, maxWordLength) : word),
  )
  return unspacedScripts.test(normalized) ? words.flatMap(splitUnspaced) : words
}

let segmenter: Intl.Segmenter | null = null

/** Splits Chinese, Japanese, Thai, and the like into words. */
function splitUnspaced(word: string): string[] {
  if (!unspacedScripts.test(word)) return [word]
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return [...segmenter.segment(word)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

const stems = new Map<string, string>()

/** Returns the stem that forms of a word share: `walks` and `walking` become `walk`. Takes a normalized word. */
export function stem(word: string): string {
  const cached = stems.get(word)
  if (cached !== undefined) return cached
  if (stems.size >= maxCachedStems) stems.clear()
  const computed = computeStem(word)
  stems.set(word, computed)
  return computed
}

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
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const word of indexedWordsOf(text)) if (!stopWords.has(word)) terms.push(stem(word))
  return terms
}

/** Whether a search could be a misspelling or the beginning of this word. */
export const isVocabularyWord = (word: string): boolean => word.length > 1 && /\p{L}/u.test(word)

/** Returns the words of a text that the vocabulary contains: its tokens and its hyphenated words, joined. */
export function indexedWordsOf(text: string): string[] {
  const normalized = normalizeText(text)
  const words = wordsOf(normalized)
  // Most texts have no hyphen, and finding one takes a fraction of the time of the other pattern.
  const joined = hyphen.test(normalized) ? (normalized.match(hyphenated) ?? []) : []
  for (const compound of joined)
    if (compound.length <= maxWordLength) words.push(compound.replace(/[-‐‑]/g, ''))
  return words
}
