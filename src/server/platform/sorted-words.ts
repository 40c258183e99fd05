/** Binary search in words in the order of `sort()`, which is that of their code units. */

/** Returns the position of the first word that does not come before `word`. */
export function lowerBound(words: readonly string[], word: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] as string) < word) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the position of a word; -1 if it is not there. */
export function findWord(words: readonly string[], word: string): number {
  const at = lowerBound(words, word)
  return words[at] === word ? at : -1
}
