import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/shared/contract.ts'
import { createGenerator } from '../generated-listings/listings.ts'
import { createDraw } from './draw.ts'
import { listRequests, pageRequests } from './list-requests.ts'
import { searchRequests } from './search-requests.ts'

const count = 5_000
const draws = 300
const categories = JSON.parse(
  await readFile(new URL('../../catalog/categories.json', import.meta.url), 'utf8'),
) as { name: string; slug: string; subcategories: string[] }[]
const topics = categories.flatMap(({ name: category, slug, subcategories }, index) =>
  subcategories.map((name, n) => ({ id: index * 100 + n, category_id: index, name, category, slug })),
)
const cities = ['Austin', 'Boston', 'Cedar Park', 'Denver', 'El Paso'].map((name, id) => ({
  id,
  state_id: id,
  country_id: 1,
  name,
  state: `State of ${name}`,
  country: 'United States',
  population: 100_000 * (id + 1),
}))
const generator = await createGenerator({ seed: 3, count, topics, cities, today: new Date('2026-11-20') })
const draw = createDraw(generator, 7)
const requests = { ...searchRequests(draw), ...listRequests(draw, count) }
const schemas = Object.values(contract).map((call) => ({
  path: `/api${call.path}`,
  query: 'query' in call ? call.query : null,
}))

describe.each(Object.entries(requests))('%s', (_, next) => {
  const paths = Array.from({ length: draws }, next)

  test('is a valid request of a call', () => {
    for (const path of paths) {
      const url = new URL(path, 'http://localhost')
      const schema = schemas.find((call) => call.path === url.pathname)?.query
      expect(schema?.safeParse(Object.fromEntries(url.searchParams)).success, path).toBe(true)
    }
  })

  test('is rarely repeated', () => expect(new Set(paths).size).toBeGreaterThan(15))
})

test('the words of a search occur in listings, except for unknown ones', () => {
  const texts = Array.from({ length: count }, (_, index) => {
    const { title, description } = generator.listingAt(index)
    return `${title} ${description}`.toLowerCase()
  })
  const share = (word: () => string) => {
    const words = Array.from({ length: 40 }, word)
    return words.filter((drawn) => texts.some((text) => text.includes(drawn))).length / words.length
  }
  expect(share(draw.veryCommonWord)).toBe(1)
  expect(share(draw.commonWord)).toBeGreaterThan(0.9)
  expect(share(draw.unknownWord)).toBe(0)
})

test('pages have the paths of the site', () => {
  const paths = Object.values(pageRequests(draw)).map((next) => next())
  for (const path of paths)
    expect(path).toMatch(
      /^\/($|all-|category\/|state\/|ad-details|event-details|search|seller\/|(\w+-)*safety-guide$)/,
    )
  expect(Object.values(contract).some(({ path }) => paths.includes(path))).toBe(false)
})
