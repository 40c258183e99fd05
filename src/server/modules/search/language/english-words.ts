/** Common English words, so that a correct word that no listing contains is not taken for a typo. */

/** Rarer words of the list are mostly names and misspellings. */
const maxWords = 25_000

/** Returns common English words as entries of a vocabulary. */
export async function readEnglishWords(): Promise<[word: string, count: number][]> {
  // The main module of the package also loads lists of names and titles, which take 6 MB.
  const { default: commonWords } = await import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs')
  return commonWords
    .slice(0, maxWords)
    .flatMap((word): [string, number][] => (/^[a-z]{2,}$/.test(word) ? [[word, 0]] : []))
}
