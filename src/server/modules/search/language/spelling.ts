/** Corrects how words are written: misspelled ones, and those that are written as one or as two, such as `dogwalker` and `pot luck`. */
import {
  completionsOf,
  countForms,
  isKnownWord,
  isOnlyInNames,
  isPhrase,
  isTopicWord,
  type Lexicon,
} from './lexicon.ts'
import type { QueryWord } from './query-words.ts'
import { largeCity } from './recognize-place.ts'
import { likelihood, type SimilarWord } from './vocabulary.ts'
import { stem } from './words.ts'

/** A known word is only taken for a typo if a similar one is this many times as common. */
const farMoreCommon = 100
/** The same for a word of fewer than seven letters that is neither of the language nor of the catalog, and sounds otherwise. */
const overwhelminglyMoreCommon = 500
/** A word that is in this many listings at most is corrected to a similar one that makes a phrase with its neighbors: dog waking. */
const maxOdd = 2
/** A word in more listings is, if the other one is this many times as common. */
const moreCommon = 20
/** From this length on, two words that differ in one letter are rarely both meant: mediation, meditation. */
const minLong = 7
/** How much more likely a correction is that makes a phrase with its neighbors or is a word of the catalog. */
const phraseBonus = Math.log(60)
const topicBonus = Math.log(5)
/** The most different words that are looked up, to limit the time. */
const maxChecked = 8

/**
 * Replaces each misspelled word by the word that was most likely meant. `incompleteLast` means that the last word may be
 * the beginning of one.
 */
export function correctTypos(words: QueryWord[], lexicon: Lexicon, incompleteLast: boolean): QueryWord[] {
  const corrected = [...words]
  const meantBy = new Map<string, SimilarWord | null>()
  for (const [at, each] of words.entries()) {
    if (!mayBeTypo(words, at, lexicon)) continue
    if (!meantBy.has(each.word) && meantBy.size === maxChecked) continue
    const meant = meantBy.get(each.word) ?? findMeant(corrected, at, lexicon)
    meantBy.set(each.word, meant)
    if (!meant) continue
    const completions = incompleteLast && at === words.length - 1 ? completionsOf(each.word, lexicon) : []
    const completed = completions[0]
    if (completed && lexicon.vocabulary.count(completed) * farMoreCommon >= meant.count) continue
    corrected[at] = { ...each, word: meant.word }
  }
  return corrected
}

function mayBeTypo(words: QueryWord[], at: number, lexicon: Lexicon): boolean {
  const each = words[at]
  if (!each || each.quoted || !/^[a-z]{4,}$/.test(each.word)) return false
  if (lexicon.languages.isFiller(each.word) || isTopicWord(each.word, lexicon)) return false
  if (lexicon.languages.isPreposition(words[at - 1]?.word ?? '') || isLargePlace(each.word, lexicon))
    return !isKnownWord(each.word, lexicon.vocabulary)
  if (isKnownWord(each.word, lexicon.vocabulary))
    return each.word.length >= 5 || (words.length > 1 && !makesPhrase(words, at, each.word, lexicon))
  return joinOf(words, at, lexicon) === null && joinOf(words, at - 1, lexicon) === null
}

const isLargePlace = (word: string, { places }: Lexicon) =>
  places.match([word], 0)?.places.some((place) => place.code || place.population >= largeCity) ?? false

type TypedWord = ReturnType<typeof readTyped>

/** Returns what is known about a word that may be misspelled. */
function readTyped(words: QueryWord[], at: number, lexicon: Lexicon) {
  const { word } = words[at] as QueryWord
  const isKnown = isKnownWord(word, lexicon.vocabulary)
  const found = isKnown ? countForms(word, lexicon.vocabulary) : 0
  const isTown = lexicon.places.match([word], 0) !== null
  return {
    words,
    at,
    word,
    isKnown,
    /** The number of listings with it. */
    found,
    /** The name of a small town can be a misspelled word of the catalog: Gardner. But in an ad, it is mostly a surname. */
    mayBeTopic: isTown && word.length >= 6 && found === 0,
    /** Other words are also right, but say nothing together: a widow is not washed, but a window is. */
    isOdd: isKnown && !makesPhrase(words, at, word, lexicon),
    /** A known word is only corrected to a far more common one. */
    minCount: isKnown ? farMoreCommon * Math.max(1, found) + 1 : 1,
    /** The same for one that makes a phrase with its neighbors. */
    minPhraseCount: found <= maxOdd ? 1 : moreCommon * found,
  }
}

function findMeant(words: QueryWord[], at: number, lexicon: Lexicon): SimilarWord | null {
  const typed = readTyped(words, at, lexicon)
  const { word, isOdd, minCount, minPhraseCount } = typed
  // Most words of the vocabulary are too rare, and need not be compared.
  const needed = isOdd ? Math.min(minCount, minPhraseCount) : minCount
  const scored = similarWords(word, lexicon, typed.mayBeTopic ? 1 : needed)
    .filter((candidate) => mayBeMeant(candidate, typed, lexicon))
    .map((candidate) => {
      let score = likelihood(word, candidate)
      if (makesPhrase(words, at, candidate.word, lexicon)) score += phraseBonus
      if (isTopicWord(candidate.word, lexicon) || isLargePlace(candidate.word, lexicon)) score += topicBonus
      return { candidate, score }
    })
  const best = scored.sort(
    (a, b) => b.score - a.score || commonStart(word, b.candidate.word) - commonStart(word, a.candidate.word),
  )[0]
  return best?.candidate ?? null
}

/** Returns whether a similar word is a correction of the typed one. */
function mayBeMeant(candidate: SimilarWord, typed: TypedWord, lexicon: Lexicon): boolean {
  const { words, at, word, isKnown, found, mayBeTopic, isOdd, minCount, minPhraseCount } = typed
  const makesOne = () => makesPhrase(words, at, candidate.word, lexicon)
  // Part of a name is a correction only in that name.
  const isPart = isOnlyInNames(candidate.word, lexicon) && lexicon.places.match([candidate.word], 0) === null
  if (isPart && !makesOne()) return false
  if (!isKnown) return true
  const isOtherStem = stem(candidate.word) !== stem(word)
  const isClose = candidate.distance === 1
  const isTopic = () => isTopicWord(candidate.word, lexicon)
  if (isOdd && (candidate.sameSound || isClose) && isOtherStem) {
    if (candidate.count >= minPhraseCount && makesOne()) return true
    // Without the correction, nothing would be found.
    const isOnlyWord = words.every((each, index) => index === at || lexicon.languages.isFiller(each.word))
    const isSimilar = (isOnlyWord && candidate.sameSound) || (isClose && word.length >= minLong)
    if (found === 0 && isSimilar && isTopic()) return true
  }
  if (word.length < 5) return false
  if (mayBeTopic && candidate.sameSound && isClose && isTopic()) return true
  const isFarRarer =
    !lexicon.isStatic(word) && candidate.count >= overwhelminglyMoreCommon * Math.max(1, found)
  const isLikely = candidate.sameSound || (isClose && (word.length >= minLong || isFarRarer))
  return isLikely && candidate.count >= minCount && isOtherStem
}

/** Returns how many letters two words have in common before the first that differs. Few people misspell the beginning. */
function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

/** Similar words, and the plurals of those that are similar to the singular. */
function similarWords(word: string, { vocabulary }: Lexicon, minCount: number): SimilarWord[] {
  const similar = vocabulary.similar(word, minCount)
  if (!/[^s]s$/.test(word) || word.length < 5) return similar
  const ofSingular = vocabulary
    .similar(word.slice(0, -1), minCount)
    .filter((each) => !each.word.endsWith('s'))
  return [...similar, ...ofSingular.map((each) => ({ ...each, word: `${each.word}s` }))]
}

/** Whether the corrected word and a neighbor are a phrase of the synonyms or a place. */
function makesPhrase(
  words: QueryWord[],
  at: number,
  candidate: string,
  { synonyms, places }: Lexicon,
): boolean {
  const tokens = words.map((each) => each.word)
  tokens[at] = candidate
  for (let start = Math.max(0, at - 2); start <= at; start++) {
    const end = Math.max(
      start + (synonyms.match(tokens, start)?.length ?? 0),
      start + (places.match(tokens, start)?.length ?? 0),
    )
    if (end > at && end - start >= 2) return true
  }
  return false
}

/** Returns the text with the corrected words in place of the typed ones; null if no word was corrected. */
export function correctedText(text: string, typed: QueryWord[], corrected: QueryWord[]): string | null {
  let result = ''
  let end = 0
  for (const [at, each] of corrected.entries()) {
    if (each.word === typed[at]?.word) continue
    result += text.slice(end, each.start) + each.word
    end = each.end
  }
  return end === 0 ? null : result + text.slice(end)
}

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
const muchMoreCommon = 10

/** On a large site, listings contain so many misspelled words that nearly any letters are a word: `concer` and `rts`. */
const isRatherTypo = (word: string, partCount: number, { vocabulary }: Lexicon) =>
  vocabulary.similar(word, partCount * muchMoreCommon).some(({ distance }) => distance === 1)

/**
 * Returns the parts of a compound; null if the word is not a compound. A word of the vocabulary is only split if its parts are a
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
    if (isKnown || parts.some((part) => part.length < minPartLength || lexicon.languages.isStop(part)))
      continue
    const count = Math.min(...parts.map((part) => countForms(part, vocabulary)))
    if (count >= minPartCount && count > bestCount) {
      best = parts
      bestCount = count
    }
  }
  return best && isRatherTypo(word, bestCount, lexicon) ? null : best
}

/** Adds to each word whether it and the next one are also written as one word. */
export function joinCompounds(words: QueryWord[], lexicon: Lexicon): QueryWord[] {
  return words.map((each, at) => {
    const joined = each.joined ?? joinOf(words, at, lexicon)
    return joined === each.joined ? each : { ...each, joined }
  })
}

/** Returns the word at `at` and the next one as one word of the vocabulary; null if there is none. */
export function joinOf(
  words: QueryWord[],
  at: number,
  { vocabulary, synonyms, languages }: Lexicon,
): string | null {
  const first = words[at]
  const second = words[at + 1]
  if (!first || !second || first.quoted || second.quoted || second.afterComma) return null
  if (languages.isStop(first.word) || languages.isStop(second.word)) return null
  const joined = first.word + second.word
  if (joined.length < 4 || vocabulary.count(joined) === 0) return null
  // "car pet taxi" is about a pet taxi, not about a carpet.
  const rest = words.slice(at + 1).map((each) => each.word)
  return (synonyms.match(rest, 0)?.length ?? 0) > 1 ? null : joined
}
