/** Words that a typed one may be the beginning of. */
import { isOnlyInNames, type Knowledge } from './knowledge.ts'
import { stem } from './words.ts'

const maxCompletions = 8
/** A known word counts as incomplete only if a longer word is this many times as common. */
const farMoreCommon = 20

/**
 * Returns the words that begin with an incomplete word, the most common first, one per stem; none if the word is
 * complete.
 */
export function completionsOf(word: string, knowledge: Knowledge): string[] {
  const { vocabulary } = knowledge
  if (word.length < 2 || /^\d+$/.test(word)) return []
  const longer = vocabulary.withPrefix(word, 4 * maxCompletions).filter((each) => each.word !== word)
  const isKnown = vocabulary.has(word)
  const needed = isKnown ? Math.max(2, vocabulary.count(word) * farMoreCommon) : 0
  if (isKnown && (word.length < 3 || (longer[0]?.count ?? 0) < needed)) return []
  const byStem = new Map<string, string>()
  for (const each of longer) {
    const term = stem(each.word)
    if (each.count < needed || term === stem(word) || byStem.has(term)) continue
    if (!isOnlyInNames(each.word, knowledge)) byStem.set(term, each.word)
  }
  return [...byStem.values()].slice(0, maxCompletions)
}
