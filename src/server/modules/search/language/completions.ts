/** Words that a typed one may be the beginning of. */
import { isOnlyInNames, isTopicWord, type Knowledge } from './knowledge.ts'
import { stem } from './words.ts'

const maxCompletions = 8
/** A known word counts as incomplete only if a longer word is this many times as common. */
const farMoreCommon = 20
/** A word that names no topic counts as incomplete, too, if a longer one names one and is this many times as common: elect. */
const moreCommon = 3
/** A word of at most this many listings may be the beginning of any longer one that names a topic. */
const maxRare = 3

/**
 * Returns the words that begin with an incomplete word, the most common first, one per stem; none if the word is
 * complete.
 */
export function completionsOf(word: string, knowledge: Knowledge): string[] {
  const { vocabulary } = knowledge
  if (word.length < 2 || /^\d+$/.test(word)) return []
  const longer = vocabulary.withPrefix(word, 4 * maxCompletions).filter((each) => each.word !== word)
  const isKnown = vocabulary.has(word)
  const count = vocabulary.count(word)
  const isTopic = isTopicWord(word, knowledge)
  const neededOf = (other: string) => {
    if (!isKnown) return 0
    if (isTopic || !isTopicWord(other, knowledge)) return Math.max(2, count * farMoreCommon)
    return count <= maxRare ? 1 : count * moreCommon
  }
  if (isKnown && word.length < 3) return []
  const byStem = new Map<string, string>()
  for (const each of longer) {
    const term = stem(each.word)
    if (each.count < neededOf(each.word) || term === stem(word) || byStem.has(term)) continue
    if (!isOnlyInNames(each.word, knowledge)) byStem.set(term, each.word)
  }
  return [...byStem.values()].slice(0, maxCompletions)
}
