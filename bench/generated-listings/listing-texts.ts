/** Writes titles and descriptions from natural words, words of the topic, proper names, numbers, and typos. */
import type { Random } from '../seeded-random.ts'
import type { TopicWords } from './topic-words.ts'
import { misspell, type WordSampler } from './word-sampler.ts'

/** The share of words with a typo. */
const typoShare = 0.02
/** The lengths of a description, in words. */
const descriptionWords = { min: 30, max: 80 } as const
/** The shares of the words of a sentence that are not natural words. */
const shares = { topic: 0.2, name: 0.025, number: 0.03, place: 0.01 }

export type Subject = { topic: string; words: TopicWords; city: string }

export function createListingTexts(sampler: WordSampler, names: { first: string[]; last: string[] }) {
  const common = new Set(sampler.words.slice(0, 150))
  const write = (word: string, random: Random) =>
    word.length > 0 && random.next() < typoShare ? misspell(word, random) : word
  const properName = (random: Random) =>
    random.below(3) === 0
      ? `${random.pick(names.first)} ${random.pick(names.last)}`
      : random.pick(random.below(2) === 0 ? names.first : names.last)

  function word({ words, city }: Subject, random: Random): string {
    let roll = random.next()
    if (roll < shares.topic) return write(words.draw(random), random)
    roll -= shares.topic
    if (roll < shares.name) return properName(random)
    roll -= shares.name
    if (roll < shares.number) return String(1 + random.below(random.below(3) === 0 ? 300 : 12))
    roll -= shares.number
    return roll < shares.place ? city : write(sampler.draw(random), random)
  }

  /** Returns a word that says something: titles have few words such as "the". */
  function contentWord(subject: Subject, random: Random): string {
    if (random.below(2) === 0) return write(subject.words.draw(random), random)
    for (;;) {
      const drawn = sampler.draw(random)
      if (!common.has(drawn) && drawn.length > 2) return write(drawn, random)
    }
  }

  const contentWords = (subject: Subject, random: Random, count: number) =>
    Array.from({ length: count }, () => contentWord(subject, random)).join(' ')

  function title(subject: Subject, random: Random): string {
    const topic = subject.topic
      .split(' ')
      .map((part) => write(part, random))
      .join(' ')
    const written = [
      () => `${contentWords(subject, random, 1)} ${topic.toLowerCase()}, ${contentWords(subject, random, 2)}`,
      () => `${topic} ${contentWords(subject, random, 1 + random.below(3))}`,
      () => `${topic} in ${subject.city}`,
      () => `${contentWords(subject, random, 2)} and ${contentWords(subject, random, 2)}`,
      () => `${properName(random)}'s ${topic.toLowerCase()} ${contentWords(subject, random, 1)}`,
      () => contentWords(subject, random, 3 + random.below(4)),
    ]
    return capitalize(random.pick(written)()).slice(0, 120)
  }

  function description(subject: Subject, random: Random): string {
    const { min, max } = descriptionWords
    let left = min + random.below(max - min + 1)
    let text = ''
    while (left > 0) {
      const length = Math.min(left, 5 + random.below(12))
      let sentence = word(subject, random)
      for (let n = 1; n < length; n += 1)
        sentence += `${random.below(11) === 0 ? ',' : ''} ${word(subject, random)}`
      text += `${capitalize(sentence)}. `
      left -= length
    }
    return text.trimEnd()
  }

  return { title, description, properName }
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
