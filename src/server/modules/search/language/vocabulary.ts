/**
 * The words that occur in listings, the catalog, and the synonyms, with the number of listings that contain each. A word
 * with the count 0 is correct English that no listing contains.
 */
import { doubleMetaphone } from 'double-metaphone'
import { editDistance } from '../../../../shared/edit-distance.ts'
import {
  compareCodeUnits,
  findWord,
  lowerBound,
  type PackedWords,
  packWords,
  wordAt,
} from './packed-words.ts'

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

export type Vocabulary = {
  /** Returns the number of listings with the word; 0 if it is unknown. Takes a normalized word, unstemmed. */
  count: (word: string) => number
  /** Returns whether the word is known, even if no listing contains it. */
  has: (word: string) => boolean
  /** Returns words of listings that begin with the prefix, the most common first. */
  withPrefix: (prefix: string, limit: number) => { word: string; count: number }[]
  /** Returns words of at least `minCount` listings that a typo could have changed to `word`, the most likely first. */
  similar: (word: string, minCount?: number) => SimilarWord[]
}

/** Words of this length and more can have two typos. */
const longWord = 8
/** Only the most common words are found by sound, to limit the time to build their keys. */
const maxSoundWords = 20_000
const maxSimilar = 8

/** Occurs in no word. */
const lastCodeUnit = '\uffff'

/** The words, packed, with what finds them. A thread can send it. */
export type WordIndex = { words: PackedWords; counts: Uint32Array; buckets: Bucket[]; sounds: SoundIndex }

/** Counts of a word that is given twice are added up. */
export const createVocabulary = (entries: Iterable<[word: string, count: number]>): Vocabulary =>
  vocabularyOf(indexWords(entries))

export function vocabularyOf(index: WordIndex): Vocabulary {
  const { words, counts } = index
  const countOf = (word: string) => counts[findWord(words, word)] ?? 0

  return {
    count: countOf,
    has: (word) => findWord(words, word) !== -1,
    withPrefix(prefix, limit) {
      const found: { word: string; count: number }[] = []
      const end = lowerBound(words, prefix + lastCodeUnit)
      for (let at = lowerBound(words, prefix); at < end; at++) {
        const count = counts[at] ?? 0
        if (count === 0) continue
        if (found.length === limit && count <= (found.at(-1)?.count ?? 0)) continue
        const word = wordAt(words, at)
        const place = found.findIndex((other) => other.count < count)
        found.splice(place === -1 ? found.length : place, 0, { word, count })
        if (found.length > limit) found.pop()
      }
      return found
    },
    similar(word, minCount = 1) {
      if (!/^[a-z]+$/.test(word)) return []
      const near = nearWords(index, word, word.length < longWord ? 1 : 2, minCount)
      const sound = soundOf(word)
      // The same sound can be spelled in very different ways: fotografer, photographer.
      for (const other of wordsOfSound(index, sound)) {
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

/** Leaves nothing behind but the index: the words as strings would take most of the memory. */
export function indexWords(entries: Iterable<[word: string, count: number]>): WordIndex {
  const byWord = entries instanceof Map ? entries : addUp(entries)
  const sorted = [...byWord.keys()].sort(compareCodeUnits)
  const counts = Uint32Array.from(sorted, (word) => byWord.get(word) ?? 0)
  return {
    words: packWords(sorted),
    counts,
    buckets: bucketsOf(sorted, counts),
    sounds: indexSounds(sorted, counts),
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
/** Those of a vocabulary. */
const maxCachedSounds = maxSoundWords

/** From this length on, V8 makes a part of a text a reference, which would keep the text of all words in memory. */
const minSliceLength = 13

/** The sound of a word: its consonants as spoken. Cached, because a new vocabulary contains mostly the same words. */
function soundOf(word: string): string {
  const cached = sounds.get(word)
  if (cached !== undefined) return cached
  if (sounds.size >= maxCachedSounds) sounds.clear()
  const [sound] = doubleMetaphone(word)
  if (word.length < minSliceLength) sounds.set(word, sound)
  return sound
}

function addUp(entries: Iterable<[word: string, count: number]>): Map<string, number> {
  const byWord = new Map<string, number>()
  for (const [word, count] of entries) byWord.set(word, (byWord.get(word) ?? 0) + count)
  return byWord
}

/** The positions of the words of each sound: those of `sounds` at `at` are `words` from `starts[at]` to `starts[at + 1] - 1`. */
type SoundIndex = { sounds: PackedWords; starts: Uint32Array; words: Uint32Array }

function indexSounds(words: string[], counts: Uint32Array): SoundIndex {
  const common = [...words.keys()]
    .filter((at) => counts[at] !== 0 && /^[a-z]{4,}$/.test(words[at] ?? ''))
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
    .slice(0, maxSoundWords)
  const bySound = [...Map.groupBy(common, (at) => soundOf(words[at] ?? ''))].sort(([a], [b]) =>
    compareCodeUnits(a, b),
  )
  const starts = new Uint32Array(bySound.length + 1)
  for (const [at, [, positions]] of bySound.entries()) starts[at + 1] = (starts[at] ?? 0) + positions.length
  return {
    sounds: packWords(bySound.map(([sound]) => sound)),
    starts,
    words: Uint32Array.from(bySound.flatMap(([, positions]) => positions)),
  }
}

function wordsOfSound({ words, sounds }: WordIndex, sound: string): string[] {
  const at = findWord(sounds.sounds, sound)
  if (at === -1) return []
  return Array.from(sounds.words.subarray(sounds.starts[at], sounds.starts[at + 1]), (position) =>
    wordAt(words, position),
  )
}

/** The positions of the words of one length, the most common first. The letters of each are bits, and so are those that it has at least twice. */
type Bucket = { words: Uint32Array; letters: Uint32Array; repeated: Uint32Array }

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
    count: (word) => counts.get(word) || (isUnknown(word) ? 0 : vocabulary.count(word)),
    has: (word) => Boolean(counts.get(word)) || (!isUnknown(word) && vocabulary.has(word)),
    similar: (word, minCount) => vocabulary.similar(word, minCount).filter((each) => !isUnknown(each.word)),
  }
}

/** Of the words that listings contain. */
function bucketsOf(words: string[], counts: Uint32Array): Bucket[] {
  const buckets: Bucket[] = []
  const latin = [...words.keys()].filter((at) => counts[at] !== 0 && /^[a-z]+$/.test(words[at] ?? ''))
  latin.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
  for (const [length, group] of Map.groupBy(latin, (at) => words[at]?.length ?? 0)) {
    const masks = group.map((at) => lettersOf(words[at] ?? ''))
    buckets[length] = {
      words: Uint32Array.from(group),
      letters: Uint32Array.from(masks, ({ letters }) => letters),
      repeated: Uint32Array.from(masks, ({ repeated }) => repeated),
    }
  }
  return buckets
}

function lettersOf(word: string) {
  let letters = 0
  let repeated = 0
  for (let at = 0; at < word.length; at++) {
    const bit = 1 << (word.charCodeAt(at) - 97)
    repeated |= letters & bit
    letters |= bit
  }
  return { letters, repeated }
}

/** Returns the words of at least `minCount` listings within `maxEdits` of a word, with their distance. */
function nearWords(
  { words, counts, buckets }: WordIndex,
  word: string,
  maxEdits: 1 | 2,
  minCount: number,
): Map<string, number> {
  const near = new Map<string, number>()
  const { letters, repeated } = lettersOf(word)
  for (let length = word.length - maxEdits; length <= word.length + maxEdits; length++) {
    const bucket = buckets[length]
    if (!bucket) continue
    const { letters: lettersByWord, repeated: repeatedByWord } = bucket
    const end = countCommon(bucket, counts, minCount)
    for (let at = 0; at < end; at++) {
      const otherLetters = lettersByWord[at] as number
      const removed = letters & ~otherLetters
      const added = otherLetters & ~letters
      // Each edit removes at most one letter and adds at most one. Comparing bits rules out nearly all words, most by this line.
      if (hasMoreBits(removed, maxEdits) || hasMoreBits(added, maxEdits)) continue
      const otherRepeated = repeatedByWord[at] as number
      if (bitCount(removed) + bitCount(repeated & ~otherRepeated) > maxEdits) continue
      if (bitCount(added) + bitCount(otherRepeated & ~repeated) > maxEdits) continue
      const candidate = wordAt(words, bucket.words[at] as number)
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

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
