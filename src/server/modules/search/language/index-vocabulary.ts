import { type PackedWords, wordsOf } from './packed-words.ts'
import { countStoredWords, type StoredWords } from './stored-words.ts'
import { indexWords, type WordIndex } from './vocabulary.ts'

/** What the vocabulary is made of. A thread can receive it. */
export type VocabularySource = {
  stored: StoredWords
  english: PackedWords
  /** Of topics, places, and synonyms. */
  catalogWords: readonly string[]
}

/** Returns the index of all words. Takes half a second for a hundred thousand. */
export function indexVocabulary({ stored, english, catalogWords }: VocabularySource): WordIndex {
  const counts = countStoredWords(stored)
  for (const word of wordsOf(english)) if (!counts.has(word)) counts.set(word, 0)
  for (const word of catalogWords) if (!counts.get(word)) counts.set(word, 1)
  return indexWords(counts)
}
