import { type PackedWords, wordsOf } from './packed-words.ts'
import { indexWords, type WordIndex } from './vocabulary.ts'

/** What the vocabulary is made of. A thread can receive it. */
export type VocabularySource = {
  /** The words of listings: a line for each, with the number of listings that contain it: `piano 120`. One text is sent faster. */
  counted: string
  english: PackedWords
  /** Of topics, places, and synonyms. */
  catalogWords: readonly string[]
}

/** Returns the index of all words. Takes half a second for a hundred thousand. */
export function indexVocabulary({ counted, english, catalogWords }: VocabularySource): WordIndex {
  const counts = new Map<string, number>()
  for (const line of counted ? counted.split('\n') : []) {
    const end = line.indexOf(' ')
    counts.set(line.slice(0, end), Number(line.slice(end + 1)))
  }
  for (const word of wordsOf(english)) if (!counts.has(word)) counts.set(word, 0)
  for (const word of catalogWords) if (!counts.get(word)) counts.set(word, 1)
  return indexWords(counts)
}
