/** Finds the part of a sentence that says what is wanted: `clean my apartment` of `clean my apartment before moving out`. */
import { isFiller } from './filler.ts'
import type { QueryWord } from './query-words.ts'

/** Words that begin a clause about when, why, or of what kind. */
const conjunctions: ReadonlySet<string> = new Set(
  'before after while when whenever until till because since although unless if once so that which who'.split(
    ' ',
  ),
)
const pronouns: ReadonlySet<string> = new Set('i we you they he she'.split(' '))

/** Returns the words before the first subordinate clause; null if there is none. */
export function mainClauseOf(words: QueryWord[]): QueryWord[] | null {
  const isContent = (at: number) => words[at] !== undefined && !isFiller(words[at].word)
  const at = words.findIndex(
    ({ word, quoted }, index) =>
      !quoted &&
      words.slice(0, index).some((_, before) => isContent(before)) &&
      // The wardrobe I ordered
      (conjunctions.has(word) || (pronouns.has(word) && isContent(index - 1))),
  )
  return at > 0 && words.slice(at + 1).some((each) => !isFiller(each.word)) ? words.slice(0, at) : null
}
