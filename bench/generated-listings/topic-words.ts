/**
 * The words of each subcategory: those of its name and its demo listings, and some of its own from the word list, so that
 * listings of a topic resemble each other more than others.
 */
import { readFile } from 'node:fs/promises'
import type { DemoListing } from '../../demo/listing.ts'
import { type Random, seededRandom } from '../seeded-random.ts'
import type { Topic } from './names.ts'
import { createWeightedDraw, type WordSampler, zipfWeights } from './word-sampler.ts'

export type TopicWords = { draw: (random: Random) => string }

const wordsPerTopic = 300
/** A topic's own words are neither so common that every topic has them nor so rare that nobody searches for them. */
const ranks = { from: 500, to: 20_000 }

export async function readDemo(): Promise<DemoListing[]> {
  const file = new URL('../../demo/listings.json', import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as DemoListing[]
}

export function createTopicWords(topics: Topic[], demo: DemoListing[], { words }: WordSampler): TopicWords[] {
  const common = new Set(words.slice(0, ranks.from))
  const drawIndex = createWeightedDraw(zipfWeights(wordsPerTopic, 0.9))
  return topics.map((topic) => {
    const random = seededRandom(topic.id)
    const ads = demo.filter(({ subcategory }) => subcategory === topic.name)
    const text = [topic.name, ...ads.flatMap(({ title, description }) => [title, description])].join(' ')
    const written = (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter((word) => !common.has(word))
    const own = new Set(written)
    while (own.size < wordsPerTopic)
      own.add(words[ranks.from + random.below(ranks.to - ranks.from)] ?? topic.name)
    const vocabulary = [...own]
    return { draw: (random) => vocabulary[drawIndex(random)] ?? topic.name }
  })
}
