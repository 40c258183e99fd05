import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldValues } from '../../src/shared/listing-fields/field.ts'
import { checkValues } from '../../src/shared/listing-fields/values.ts'
import { defaultFreshness } from '../../src/shared/settings/default-values.ts'
import { seededRandom } from '../seeded-random.ts'
import { fieldsOfKind } from './fields.ts'
import { createGenerator, type GeneratorOptions } from './listings.ts'
import { createWeightedDraw, createWordSampler, misspell, zipfWeights } from './word-sampler.ts'

const topics = Array.from({ length: 30 }, (_, n) => ({
  id: n + 1,
  category_id: 1,
  name: `Topic ${n}`,
  category: 'All',
  slug: 'all',
}))
const cities = [8_000_000, 900_000, 20_000].map((population, n) => ({
  id: n + 1,
  state_id: 1,
  country_id: 1,
  state: 'Texas',
  country: 'United States',
  name: `City ${n}`,
  population,
}))
const options: GeneratorOptions = { seed: 5, count: 3_000, topics, cities, today: new Date('2026-11-20') }
const generator = await createGenerator(options)
const listings = Array.from({ length: options.count }, (_, index) => generator.listingAt(index))
const wordsOf = (text: string) => text.split(/[^\p{L}\d]+/u).filter((word) => word !== '')

describe('generated listings', () => {
  test('are the same for the same seed, and others for another', async () => {
    expect((await createGenerator(options)).listingAt(7)).toEqual(listings[7])
    expect((await createGenerator({ ...options, seed: 6 })).listingAt(7)).not.toEqual(listings[7])
  })

  test('have their own id and 30 to 80 words', () => {
    expect(new Set(listings.map(({ id }) => id)).size).toBe(listings.length)
    const lengths = listings.map(({ description }) => description.split(' ').length)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(30)
    // A proper name or a city can have two words.
    expect(Math.max(...lengths)).toBeLessThanOrEqual(95)
  })

  test('meet the constraints of the database', () => {
    for (const { title, price, kind, start_date, end_date, fields } of listings) {
      expect(title.length).toBeGreaterThanOrEqual(3)
      expect(title.length).toBeLessThanOrEqual(120)
      expect(price).toBeGreaterThanOrEqual(0)
      const values = JSON.parse(fields) as FieldValues
      expect(checkValues(fieldsOfKind(kind), values)).toEqual({ values, errors: {} })
      expect(kind === 'event').toBe(start_date !== null && end_date !== null && start_date <= end_date)
    }
  })

  test('have many distinct words, of which a few are most of the text', () => {
    const counts = new Map<string, number>()
    const words = listings.flatMap(({ description }) => wordsOf(description.toLowerCase()))
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    const mostCommon = [...counts.values()].toSorted((one, other) => other - one).slice(0, 100)
    expect(counts.size).toBeGreaterThan(10_000)
    expect(mostCommon.reduce((sum, count) => sum + count, 0) / words.length).toBeGreaterThan(0.3)
  })

  test('are events that the site does not archive yet, or services', () => {
    const firstListedDay = new Date(options.today.getTime() - defaultFreshness.eventDays * 86_400_000)
    const ends = listings.flatMap(({ end_date }) => end_date ?? [])
    expect(ends.filter((day) => day < firstListedDay.toISOString().slice(0, 10))).toEqual([])
    // Many are over, and more are not.
    expect(ends.filter((day) => day < '2026-11-20').length).toBeGreaterThan(ends.length / 10)
    expect(ends.filter((day) => day >= '2026-11-20').length).toBeGreaterThan(ends.length / 3)
  })

  test('are skewed by topic, city, author, and time', () => {
    const shareOfFirst = (values: (string | number)[]) => {
      const counts = Object.values(Object.groupBy(values, (value) => value))
      return Math.max(...counts.map((group) => group?.length ?? 0)) / values.length
    }
    expect(shareOfFirst(listings.map(({ subcategory_id }) => subcategory_id))).toBeGreaterThan(
      3 / topics.length,
    )
    expect(shareOfFirst(listings.map(({ city_id }) => city_id))).toBeGreaterThan(0.8)
    expect(shareOfFirst(listings.map(({ author_id }) => author_id))).toBeGreaterThan(
      5 / generator.authors.length,
    )
    const lastYear = listings.filter(({ posted }) => posted >= '2025-11-20').length
    expect(lastYear / listings.length).toBeGreaterThan(0.6)
  })
})

test('there are more than 50,000 words to draw from', () => {
  expect(new Set(createWordSampler().words).size).toBeGreaterThan(50_000)
})

test('a weighted draw follows its weights', () => {
  const weights = zipfWeights(20, 1)
  const draw = createWeightedDraw(weights)
  const random = seededRandom(1)
  const counts = new Array<number>(weights.length).fill(0)
  const draws = 200_000
  for (let n = 0; n < draws; n += 1) {
    const index = draw(random)
    counts[index] = (counts[index] ?? 0) + 1
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries())
    expect((counts[index] ?? 0) / draws).toBeCloseTo(weight / total, 2)
})

test('a misspelled word differs by one edit', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(word, fc.integer(), (correct, seed) => {
      const wrong = misspell(correct, seededRandom(seed))
      const differing = [...correct].filter((letter, at) => wrong[at] !== letter).length
      const sameLetters = [...wrong].toSorted().join('') === [...correct].toSorted().join('')
      return (
        Math.abs(wrong.length - correct.length) === 1 ||
        (wrong.length === correct.length && (differing <= 1 || (differing === 2 && sameLetters)))
      )
    }),
  )
})
