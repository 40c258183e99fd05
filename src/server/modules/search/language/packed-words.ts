/** Sorted words in one text: a hundred thousand strings would take several times as much memory. */

export type PackedWords = {
  text: string
  /** Where each word starts in the text, and where the last one ends. */
  starts: Uint32Array
}

/** Takes distinct words in the order of `compareCodeUnits`. */
export function packWords(words: readonly string[]): PackedWords {
  const starts = new Uint32Array(words.length + 1)
  let end = 0
  for (const [at, word] of words.entries()) {
    end += word.length
    starts[at + 1] = end
  }
  return { text: words.join(''), starts }
}

/** The order of binary search; a locale's order would be slower and not match prefixes. */
export const compareCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const wordCount = ({ starts }: PackedWords): number => starts.length - 1

export const wordAt = ({ text, starts }: PackedWords, at: number): string =>
  text.slice(starts[at], starts[at + 1])

/** Returns all words, in order. */
export const wordsOf = (words: PackedWords): string[] =>
  Array.from({ length: wordCount(words) }, (_, at) => wordAt(words, at))

/** Returns the position of a word; -1 if it is not there. */
export function findWord(words: PackedWords, word: string): number {
  const at = lowerBound(words, word)
  return at < wordCount(words) && compareAt(words, at, word) === 0 ? at : -1
}

/** Returns the position of the first word that does not come before `word`. */
export function lowerBound(words: PackedWords, word: string): number {
  let low = 0
  let high = wordCount(words)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareAt(words, middle, word) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares without creating a string. */
function compareAt({ text, starts }: PackedWords, at: number, word: string): number {
  const start = starts[at] ?? 0
  const length = (starts[at + 1] ?? 0) - start
  const common = Math.min(length, word.length)
  for (let index = 0; index < common; index++) {
    const difference = text.charCodeAt(start + index) - word.charCodeAt(index)
    if (difference !== 0) return difference
  }
  return length - word.length
}
