/** Common English words, so that a correct word that no listing contains is not taken for a typo. */
import { createRequire } from 'node:module'

/** Rarer words of the list are mostly names and misspellings. */
const maxWords = 25_000

/** Returns common English words as entries of a vocabulary. */
export function readEnglishWords(): [word: string, count: number][] {
  return readCommonWords()
    .slice(0, maxWords)
    .flatMap((word): [string, number][] => (/^[a-z]{2,}$/.test(word) ? [[word, 0]] : []))
}

/** Returns common English words, the most common first, and frees the modules that have them: imported ones stay in memory. */
function readCommonWords(): string[] {
  const require = createRequire(import.meta.url)
  const loadedBefore = new Set(Object.keys(require.cache))
  // The main module of the package also has lists of names and titles.
  const words: string[] = require('@zxcvbn-ts/language-en/dist/commonWords.json.cjs')
  for (const path of Object.keys(require.cache)) if (!loadedBefore.has(path)) delete require.cache[path]
  return words
}
