/**
 * The words that occur in listings, the catalog, and the synonyms, with the number of listings that contain each. A word
 * with the count 0 is correct English that no listing contains.
 */
import { doubleMetaphone } from 'double-metaphone'
import { editDistance } from '../../../../shared/edit-distance.ts'
import { findWord, lowerBound } from '../../../platform/sorted-words.ts'

/** A known word that resembles an unknown one. */
export type SimilarWord = {
  word: string
  /** Edits between the two; a transposition of neighbors is one. */
  distance: number
  /** Whether both words sound the same. */
  sameSound: boolean
  /** The number of listings with the word. */
  count: number
}

export type Vocabulary = ReturnType<typeof createVocabulary>

/** Words of this length and more can have two typos. */
const longWord = 8
/** Only the most common words are found by sound, to limit the time to build their keys. */
const maxSoundWords = 20_000
const maxSimilar = 8

export function createVocabulary(entries: Iterable<readonly [word: string, listings: number]>) {
  const listings = new Map(entries)
  // Sorted words take much less memory than a map of a hundred thousand.
  const words = [...listings.keys()].sort()
  const counts = Uint32Array.from(words, (word) => listings.get(word) ?? 0)
  const commonFirst = [...words.keys()]
    .filter((at) => counts[at] !== 0 && /^[a-z]+$/.test(words[at] ?? ''))
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
  const buckets = bucketsOf(words, commonFirst)
  const bySound = groupBySound(words, commonFirst)
  const countOf = (word: string) => counts[findWord(words, word)] ?? 0

  return {
    /** Returns the number of listings with the word; 0 if it is unknown. Takes a normalized word, unstemmed. */
    count: countOf,
    /** Returns whether the word is known, even if no listing contains it. */
    has: (word: string) => findWord(words, word) !== -1,
    /** Returns words of listings that begin with the prefix, the most common first. */
    withPrefix(prefix: string, limit: number) {
      const start = lowerBound(words, prefix)
      let end = start
      while (words[end]?.startsWith(prefix)) end++
      return words
        .slice(start, end)
        .map((word, at) => ({ word, count: counts[start + at] ?? 0 }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
        .slice(0, limit)
    },
    /** Returns words of at least `minCount` listings that a typo could have changed to `word`, the most likely first. */
    similar(word: string, minCount = 1): SimilarWord[] {
      if (!/^[a-z]+$/.test(word)) return []
      const near = nearWords({ words, counts, buckets }, word, word.length < longWord ? 1 : 2, minCount)
      const sound = soundOf(word)
      // The same sound can be spelled in very different ways: fotografer, photographer.
      for (const at of bySound.get(sound) ?? []) {
        const other = words[at] ?? ''
        if (near.has(other)) continue
        if (countOf(other) < minCount) break
        const distance = editDistance(word, other, Math.ceil(Math.max(word.length, other.length) * 0.4))
        if (distance !== null) near.set(other, distance)
      }
      near.delete(word)
      return [...near]
        .map(([other, distance]) => ({
          word: other,
          distance,
          sameSound: soundOf(other) === sound,
          count: countOf(other),
        }))
        .sort((a, b) => likelihood(word, b) - likelihood(word, a))
        .slice(0, maxSimilar)
    },
  }
}

/**
 * Returns the vocabulary with other counts of some words. A word that no listing contains is known only if it is static: of
 * the language, the catalog, places, or synonyms.
 */
export function withCounts(
  vocabulary: Vocabulary,
  counts: ReadonlyMap<string, number>,
  isStatic: (word: string) => boolean,
): Vocabulary {
  const isUnknown = (word: string) => counts.get(word) === 0 && !isStatic(word)
  return {
    ...vocabulary,
    count: (word) => counts.get(word) ?? vocabulary.count(word),
    has: (word) => !isUnknown(word) && (counts.has(word) || vocabulary.has(word)),
    similar: (word, minCount) => vocabulary.similar(word, minCount).filter((each) => !isUnknown(each.word)),
  }
}

/**
 * Returns how likely it is that `similar` was meant, as a logarithm. An edit is as unlikely as a word 100 times rarer;
 * most typos keep the first letter and the sound.
 */
export function likelihood(typed: string, similar: SimilarWord): number {
  const edits = similar.distance * Math.log(100)
  const sound = similar.sameSound ? Math.log(10) : 0
  const firstLetter = typed[0] === similar.word[0] ? Math.log(10) : 0
  return Math.log(1 + similar.count) - edits + sound + firstLetter
}

const sounds = new Map<string, string>()
/** As many as a vocabulary has. */
const maxCachedSounds = maxSoundWords

/** The sound of a word: its consonants as spoken. Cached, because a new vocabulary contains mostly the same words. */
function soundOf(word: string): string {
  const cached = sounds.get(word)
  if (cached !== undefined) return cached
  if (sounds.size >= maxCachedSounds) sounds.clear()
  const [sound] = doubleMetaphone(word)
  sounds.set(word, sound)
  return sound
}

/** Returns the positions of the words of each sound, the most common first. */
const groupBySound = (words: readonly string[], commonFirst: number[]): Map<string, number[]> =>
  Map.groupBy(commonFirst.filter((at) => (words[at]?.length ?? 0) >= 4).slice(0, maxSoundWords), (at) =>
    soundOf(words[at] ?? ''),
  )

/** The positions of the words of one length, the most common first, with the letters of each as bits. */
type Bucket = { words: Uint32Array; letters: Uint32Array }

function bucketsOf(words: readonly string[], commonFirst: number[]): Bucket[] {
  const buckets: Bucket[] = []
  for (const [length, group] of Map.groupBy(commonFirst, (at) => words[at]?.length ?? 0)) {
    buckets[length] = {
      words: Uint32Array.from(group),
      letters: Uint32Array.from(group, (at) => lettersOf(words[at] ?? '')),
    }
  }
  return buckets
}

function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) - 97)
  return letters
}

/** Returns the words of at least `minCount` listings within `maxEdits` of a word, with their distance. */
function nearWords(
  { words, counts, buckets }: { words: readonly string[]; counts: Uint32Array; buckets: Bucket[] },
  word: string,
  maxEdits: 1 | 2,
  minCount: number,
): Map<string, number> {
  const near = new Map<string, number>()
  const letters = lettersOf(word)
  for (let length = word.length - maxEdits; length <= word.length + maxEdits; length++) {
    const bucket = buckets[length]
    if (!bucket) continue
    const end = countCommon(bucket, counts, minCount)
    for (let at = 0; at < end; at++) {
      const otherLetters = bucket.letters[at] as number
      // Each edit removes at most one letter and adds at most one. Comparing bits rules out nearly all words.
      if (hasMoreBits(letters & ~otherLetters, maxEdits) || hasMoreBits(otherLetters & ~letters, maxEdits))
        continue
      const candidate = words[bucket.words[at] as number] as string
      const distance = editDistance(word, candidate, maxEdits)
      if (distance !== null) near.set(candidate, distance)
    }
  }
  return near
}

/** Returns the number of words of a bucket that are in at least `minCount` listings. They come first. */
function countCommon({ words }: Bucket, counts: Uint32Array, minCount: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((counts[words[middle] as number] as number) < minCount) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns whether more than one or two bits are set. Counting them would take longer. */
function hasMoreBits(bits: number, max: 1 | 2): boolean {
  const rest = bits & (bits - 1)
  return max === 1 ? rest !== 0 : (rest & (rest - 1)) !== 0
}
