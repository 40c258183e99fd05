/** The words of listings as they are read from the database. */
import { indexedWordsOf } from './words.ts'

export type StoredWords = {
  /** A line for each word, with the number of listings that contain it: `piano 120`. */
  counted: string
  /** Texts of listings whose words are not counted yet. */
  pending: string[]
}

/** Whether a search could be a misspelling or the beginning of this word. */
export const isVocabularyWord = (word: string): boolean => word.length > 1 && /\p{L}/u.test(word)

/** Returns the words with the number of listings that contain each. */
export function countStoredWords({ counted, pending }: StoredWords): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of counted ? counted.split('\n') : []) {
    const end = line.indexOf(' ')
    counts.set(line.slice(0, end), Number(line.slice(end + 1)))
  }
  for (const text of pending)
    for (const word of new Set(indexedWordsOf(text)))
      if (isVocabularyWord(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
