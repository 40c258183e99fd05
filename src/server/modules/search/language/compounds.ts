/** Words that are written as one or as two: dogwalker and dog walker, pot luck and potluck. */
import { countForms, isKnownWord, isPhrase, type Lexicon } from './lexicon.ts'
import type { QueryWord } from './query-words.ts'
import { stopWords } from './words.ts'

/** The fewest listings with a part of a compound. */
const minPartCount = 2
/** Shorter parts are mostly not words, such as the `ing` of `sewing`. */
const minPartLength = 3

/** Splits each compound into its two parts, the first of which remembers the compound. */
export function splitCompounds(words: QueryWord[], lexicon: Lexicon): QueryWord[] {
  return words.flatMap((each) => {
    const parts = each.quoted ? null : partsOf(each.word, lexicon)
    if (!parts) return [each]
    const [first, second] = parts
    return [
      { ...each, word: first, joined: each.word },
      { ...each, word: second, afterComma: false },
    ]
  })
}

/** A word is a typo rather than a compound if a word one edit away is in this many times as many listings as its rarer part. */
const farMoreCommon = 10

/** On a large site, listings contain so many misspelled words that nearly any letters are a word: `concer` and `rts`. */
const isRatherTypo = (word: string, partCount: number, { vocabulary }: Lexicon) =>
  vocabulary.similar(word, partCount * farMoreCommon).some(({ distance }) => distance === 1)

/**
 * Returns the parts of a compound; null if the word is none. A word of the vocabulary is only split if its parts are a
 * known phrase: `carpet` has nothing to do with cars and pets.
 */
function partsOf(word: string, lexicon: Lexicon): [string, string] | null {
  const { vocabulary } = lexicon
  if (!/^[a-z]{4,}$/.test(word)) return null
  const isKnown = isKnownWord(word, vocabulary)
  let best: [string, string] | null = null
  let bestCount = 0
  for (let at = 1; at < word.length; at++) {
    const parts: [string, string] = [word.slice(0, at), word.slice(at)]
    if (isPhrase(parts, lexicon)) return parts
    if (isKnown || parts.some((part) => part.length < minPartLength || stopWords.has(part))) continue
    const count = Math.min(...parts.map((part) => countForms(part, vocabulary)))
    if (count >= minPartCount && count > bestCount) {
      best = parts
      bestCount = count
    }
  }
  return best && isRatherTypo(word, bestCount, lexicon) ? null : best
}

/** Notes at each word whether it and the next one are also written as one word. */
export function joinCompounds(words: QueryWord[], lexicon: Lexicon): QueryWord[] {
  return words.map((each, at) => {
    const joined = each.joined ?? joinOf(words, at, lexicon)
    return joined === each.joined ? each : { ...each, joined }
  })
}

/** Returns the word at `at` and the next one as one word of the vocabulary; null if there is none. */
export function joinOf(words: QueryWord[], at: number, { vocabulary, synonyms }: Lexicon): string | null {
  const first = words[at]
  const second = words[at + 1]
  if (!first || !second || first.quoted || second.quoted || second.afterComma) return null
  if (stopWords.has(first.word) || stopWords.has(second.word)) return null
  const joined = first.word + second.word
  if (joined.length < 4 || vocabulary.count(joined) === 0) return null
  // "car pet taxi" is about a pet taxi, not about a carpet.
  const rest = words.slice(at + 1).map((each) => each.word)
  return (synonyms.match(rest, 0)?.length ?? 0) > 1 ? null : joined
}
