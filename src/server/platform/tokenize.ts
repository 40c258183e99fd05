/** Text as normalized words of any script. Indexes contain them, so a change makes it necessary to build these again. */

/** Longer words are cut off: they are not words that people search for, such as encoded files. */
export const maxWordLength = 40

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
  return splitWords(normalizeText(text))
}

/** Returns the words of a normalized text in order. */
export function splitWords(normalized: string): string[] {
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
