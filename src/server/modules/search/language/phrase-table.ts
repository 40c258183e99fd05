/** Finds the longest known phrase at a position of a query. Owns how the words of a phrase are compared. */
import { tokenize } from '../../../platform/tokenize.ts'
import { stem } from './words.ts'

/** Function words that people add or leave out inside a phrase: `walk my dog`, `toilet is leaking`. */
const fillers = new Set('a an and are at for from in is me my of on or our the to with your'.split(' '))
/** The longest phrase, in words that are not fillers. */
const maxWords = 8

/** Returns the words that tell phrases apart: all but the fillers. */
export const contentWordsOf = (phrase: string): string[] =>
  tokenize(phrase).filter((word) => !fillers.has(word))

type PhraseMatch<Value> = {
  /** How many tokens the phrase covers. */
  length: number
  /** In the order in which they were added. */
  values: Value[]
}

export type PhraseTable<Value> = {
  /** Ignores a phrase without content words. */
  add: (phrase: string, value: Value) => void
  /** Returns the longest phrase that starts at `tokens[at]`; null if there is none. */
  match: (tokens: string[], at: number) => PhraseMatch<Value> | null
  /** Every content word of every phrase, each once. */
  words: () => Iterable<string>
}

/**
 * Compares phrases by their stems, so that `walks dogs` finds `walk dog`. Phrases with the same stems are different
 * entries: the one that is spelled most like the query wins, so that `marketing` does not find `market`.
 */
export function createPhraseTable<Value>(): PhraseTable<Value> {
  const byStems = new Map<string, { words: string[]; values: Value[] }[]>()
  const known = new Set<string>()

  return {
    add(phrase, value) {
      const words = contentWordsOf(phrase)
      if (words.length === 0) return
      for (const word of words) known.add(word)
      const key = stemsOf(words)
      const entries = byStems.get(key) ?? []
      byStems.set(key, entries)
      const same = entries.find((entry) => entry.words.join(' ') === words.join(' '))
      if (same) same.values.push(value)
      else entries.push({ words, values: [value] })
    },
    match(tokens, at) {
      const words: string[] = []
      let best: PhraseMatch<Value> | null = null
      let key = ''
      for (let end = at; end < tokens.length && words.length < maxWords; end++) {
        const token = tokens[end] ?? ''
        if (fillers.has(token)) {
          if (end === at) return null
          continue
        }
        words.push(token)
        key += key === '' ? stem(token) : ` ${stem(token)}`
        const entries = byStems.get(key)
        if (entries) best = { length: end + 1 - at, values: mostSimilar(entries, words).values }
      }
      return best
    },
    words: () => known,
  }
}

const stemsOf = (words: string[]): string => words.map(stem).join(' ')

function mostSimilar<Entry extends { words: string[] }>(entries: Entry[], words: string[]): Entry {
  const differenceOf = (entry: Entry) =>
    entry.words.reduce((sum, word, index) => sum + endingDifference(word, words[index] ?? ''), 0)
  return entries.reduce((best, entry) => (differenceOf(entry) < differenceOf(best) ? entry : best))
}

/** Returns the number of letters after the common beginning of two words. */
function endingDifference(a: string, b: string): number {
  let common = 0
  while (common < a.length && a[common] === b[common]) common++
  return a.length + b.length - 2 * common
}
