/**
 * Generates listings that are distributed as on real boards: a few topics, large cities, and busy authors have most of
 * them; more are recent than old; prices gather around the usual one of their topic. The same seed and day give the same
 * listings.
 */
import demoAuthors from '../../demo/authors.json' with { type: 'json' }
import type { Kind } from '../../src/shared/listing.ts'
import { priceUnits } from '../../src/shared/price.ts'
import { type Random, seededRandom } from '../seeded-random.ts'
import { createFieldValues } from './fields.ts'
import { createListingTexts } from './listing-texts.ts'
import type { City, Topic } from './names.ts'
import { createTopicWords, readDemo } from './topic-words.ts'
import { createWeightedDraw, createWordSampler, zipfWeights } from './word-sampler.ts'

export type Author = { id: string; email: string; name: string }
export type Listing = {
  id: string
  kind: Kind
  author_id: string
  title: string
  description: string
  price: number
  price_unit: string | null
  category_id: number
  subcategory_id: number
  country_id: number
  state_id: number
  city_id: number
  event_availability: string | null
  start_date: string | null
  end_date: string | null
  posted: string
  /** A JSON array of URLs, of pictures that do not exist. */
  images: string
  /** A JSON array with a text for each picture. */
  placeholders: string
  /** A JSON object with the values of its fields. */
  fields: string
}

export type GeneratorOptions = {
  seed: number
  /** How many listings there will be. */
  count: number
  topics: Topic[]
  cities: City[]
  /** The day after the newest listing, in UTC. */
  today: Date
}

const dayMs = 86_400_000
/** The oldest listing is this old. */
const maxAgeDays = 730
const eventShare = 1 / 3
const freeShare = { service: 0.03, event: 0.35 }
/** Events always have a picture. */
const servicePictureShare = 0.6
const listingsPerAuthor = 8

export async function createGenerator({ seed, count, topics, cities, today }: GeneratorOptions) {
  const sampler = createWordSampler()
  const demo = await readDemo()
  const texts = createListingTexts(sampler, demoNames())
  const shuffled = shuffle(topics, seededRandom(seed))
  const topicWords = createTopicWords(shuffled, demo, sampler)
  const drawTopic = createWeightedDraw(zipfWeights(shuffled.length, 0.9))
  const drawCity = createWeightedDraw(cities.map(({ population }) => population))
  const authors = createAuthors(Math.max(50, Math.round(count / listingsPerAuthor)), texts.properName, seed)
  const drawAuthor = createWeightedDraw(zipfWeights(authors.length, 0.6))

  /** Returns the listing at `index`; the oldest has index 0. */
  function listingAt(index: number): Listing {
    const own = seed ^ Math.imul(index + 1, 0x9e3779b1)
    const random = seededRandom(own)
    const topicIndex = drawTopic(random)
    const [topic, words] = [itemAt(shuffled, topicIndex), itemAt(topicWords, topicIndex)]
    const city = itemAt(cities, drawCity(random))
    const kind = random.next() < eventShare ? 'event' : 'service'
    const age = maxAgeDays * ((count - index) / count) ** 2
    const posted = new Date(today.getTime() - Math.ceil(age * dayMs))
    const price = random.next() < freeShare[kind] ? 0 : priceOf(topic, random)
    const subject = { topic: topic.name, words, city: city.name }
    const id = uuidAt(posted, random)
    const hasPicture = kind === 'event' || random.next() < servicePictureShare
    return {
      id,
      kind,
      author_id: itemAt(authors, drawAuthor(random)).id,
      title: texts.title(subject, random),
      description: texts.description(subject, random),
      price,
      price_unit: price > 0 && kind === 'service' ? random.pick([null, null, ...priceUnits]) : null,
      category_id: topic.category_id,
      subcategory_id: topic.id,
      country_id: city.country_id,
      state_id: city.state_id,
      city_id: city.id,
      posted: posted.toISOString(),
      images: hasPicture ? `["/demo-pictures/${id}.svg"]` : '[]',
      placeholders: hasPicture ? '[""]' : '[]',
      fields: JSON.stringify(createFieldValues(kind, own + 1)),
      ...(kind === 'event' ? eventDays(posted, today, random) : noEventDays),
    }
  }

  return { authors, cities, topics: shuffled, count, listingAt, sampler }
}

export type Generator = Awaited<ReturnType<typeof createGenerator>>

/** Prices are spread around the usual price of their topic, mostly rounded to 5. */
function priceOf(topic: Topic, random: Random): number {
  const usual = 15 + seededRandom(topic.id * 31).below(40) ** 2 / 6
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  const price = usual * Math.exp(0.6 * normal)
  return random.below(10) === 0 ? Math.max(1, Math.round(price * 100) / 100) : 5 * Math.ceil(price / 5)
}

const noEventDays = { event_availability: null, start_date: null, end_date: null }

/** Days after its end, an event is still listed. The site archives it after 30. */
const listedDays = 20

/**
 * Most events are posted a few weeks ahead, take one day, and are at the end of a week. Old ones that are still listed were posted long
 * ahead.
 */
function eventDays(posted: Date, today: Date, random: Random) {
  const lead = Math.floor(1 + 90 * random.next() ** 2)
  const earliest = new Date(today.getTime() - listedDays * dayMs)
  const start = new Date(Math.max(posted.getTime(), earliest.getTime()) + lead * dayMs)
  // Half of the events move to the next Saturday.
  if (random.below(2) === 0) start.setUTCDate(start.getUTCDate() + ((6 - start.getUTCDay() + 7) % 7))
  const days = random.below(5) === 0 ? random.below(14) : 0
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return {
    event_availability: random.below(12) === 0 ? 'soldout' : 'available',
    start_date: day(start),
    end_date: day(new Date(start.getTime() + days * dayMs)),
  }
}

function createAuthors(count: number, properName: (random: Random) => string, seed: number): Author[] {
  const random = seededRandom(seed + 1)
  const created = new Date('2024-01-01T00:00:00Z')
  return Array.from({ length: count }, (_, index) => ({
    id: uuidAt(created, random),
    email: `author-${index}@authors.bench`,
    name: properName(random),
  }))
}

/** Returns the first and last names of the authors of the demo listings. */
function demoNames() {
  const parts = Object.values(demoAuthors).map((name) => name.split(' '))
  const unique = (words: (string | undefined)[]) => [...new Set(words.filter((word) => word !== undefined))]
  return { first: unique(parts.map(([first]) => first)), last: unique(parts.map((words) => words.at(-1))) }
}

/** Returns a UUID of version 7 with the time `at`. */
function uuidAt(at: Date, random: Random): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    random
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const variant = (8 + random.below(4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
}

function shuffle<Item>(items: Item[], random: Random): Item[] {
  const keys = new Map(items.map((item) => [item, random.next()]))
  return items.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0))
}

function itemAt<Item>(items: Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no item ${index}.`)
  return item
}
