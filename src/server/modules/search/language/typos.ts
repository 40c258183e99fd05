/** Corrects misspelled words. */

import { joinOf } from './compounds.ts'
import {
  completionsOf,
  countForms,
  isKnownWord,
  isOnlyInNames,
  isTopicWord,
  type Lexicon,
} from './lexicon.ts'
import type { QueryWord } from './query-words.ts'
import { largeCity, prepositions } from './recognize-place.ts'
import { likelihood, type SimilarWord } from './vocabulary.ts'
import { isFiller } from './word-lists.ts'
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
  if (isFiller(each.word) || isTopicWord(each.word, lexicon)) return false
  if (prepositions.has(words[at - 1]?.word ?? '') || isLargePlace(each.word, lexicon))
    return !isKnownWord(each.word, lexicon.vocabulary)
  if (isKnownWord(each.word, lexicon.vocabulary))
    return each.word.length >= 5 || (words.length > 1 && !makesPhrase(words, at, each.word, lexicon))
  return joinOf(words, at, lexicon) === null && joinOf(words, at - 1, lexicon) === null
}

const isLargePlace = (word: string, { places }: Lexicon) =>
  places.match([word], 0)?.places.some((place) => place.code || place.population >= largeCity) ?? false

function findMeant(words: QueryWord[], at: number, lexicon: Lexicon): SimilarWord | null {
  const { word } = words[at] as QueryWord
  const isKnown = isKnownWord(word, lexicon.vocabulary)
  const found = isKnown ? countForms(word, lexicon.vocabulary) : 0
  const isTown = lexicon.places.match([word], 0) !== null
  // The name of a small town can be a misspelled word of the catalog: Gardner. But in an ad, it is mostly a surname.
  const mayBeTopic = isTown && word.length >= 6 && found === 0
  const listings = isKnown ? Math.max(1, found) : 0
  const isFarRarer = ({ count }: SimilarWord) =>
    !lexicon.isStatic(word) && count >= overwhelminglyMoreCommon * listings
  // A known word is only corrected to a far more common one, so most words of the vocabulary need not be compared.
  const minCount = farMoreCommon * listings + 1
  /** Other words are also right, but say nothing together: a widow is not washed, but a window is. */
  const isOdd = isKnown && !makesPhrase(words, at, word, lexicon)
  const minPhraseCount = found <= maxOdd ? 1 : moreCommon * found
  const isNeeded = isOdd ? Math.min(minCount, minPhraseCount) : minCount
  const candidates = similarWords(word, lexicon, mayBeTopic ? 1 : isNeeded).filter((candidate) => {
    // Part of a name is a correction only in that name.
    const isPart =
      isOnlyInNames(candidate.word, lexicon) && lexicon.places.match([candidate.word], 0) === null
    if (isPart && !makesPhrase(words, at, candidate.word, lexicon)) return false
    if (!isKnown) return true
    if (isOdd && (candidate.sameSound || candidate.distance === 1) && stem(candidate.word) !== stem(word)) {
      if (candidate.count >= minPhraseCount && makesPhrase(words, at, candidate.word, lexicon)) return true
      // Without the correction, nothing would be found.
      const isOnlyWord = words.every((each, index) => index === at || isFiller(each.word))
      const isSimilar =
        (isOnlyWord && candidate.sameSound) || (candidate.distance === 1 && word.length >= minLong)
      if (found === 0 && isSimilar && isTopicWord(candidate.word, lexicon)) return true
    }
    if (word.length < 5) return false
    if (mayBeTopic && candidate.sameSound && candidate.distance === 1) {
      if (isTopicWord(candidate.word, lexicon)) return true
    }
    const isLikely =
      candidate.sameSound || (candidate.distance === 1 && (word.length >= minLong || isFarRarer(candidate)))
    return isLikely && candidate.count >= minCount && stem(candidate.word) !== stem(word)
  })
  const scored = candidates.map((candidate) => {
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
