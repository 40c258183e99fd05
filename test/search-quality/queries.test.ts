import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { DemoListing } from '../../demo/listing.ts'
import { halfOf, parseQueries, queryClasses, readQueries } from './queries.ts'

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'))
const demo = (await readJson('demo/listings.json')) as DemoListing[]
const catalog = (await readJson('catalog/categories.json')) as { subcategories: string[] }[]
const queries = await readQueries()

test('there are at least 640 queries with an answer, and none occurs twice', () => {
  const texts = queries.map(({ text }) => text)
  expect(queries.filter(({ expected }) => expected.length > 0).length).toBeGreaterThanOrEqual(640)
  expect(texts.length).toBe(new Set(texts).size)
})

test.each(queryClasses.filter((name) => name !== 'none'))('at least 35 queries are of class %s', (name) => {
  const ofClass = queries.filter((query) => query.class === name)
  expect(ofClass.length).toBeGreaterThanOrEqual(35)
  expect(ofClass.filter(({ expected }) => expected.length === 0)).toEqual([])
})

test('at least 15 queries have no answer', () => {
  const none = queries.filter((query) => query.class === 'none')
  expect(none.length).toBeGreaterThanOrEqual(15)
  expect(none.flatMap(({ expected }) => expected)).toEqual([])
})

test('the halves differ in size by less than a fifth', () => {
  const share = queries.filter(({ half }) => half === 'A').length / queries.length
  expect(Math.abs(share - 0.5)).toBeLessThan(0.1)
})

test('every topic is a subcategory', () => {
  const subcategories = new Set(catalog.flatMap((category) => category.subcategories))
  const unknown = queries.flatMap(({ topics }) => topics).filter((topic) => !subcategories.has(topic))
  expect(unknown).toEqual([])
})

test('every demo listing is the answer to a query', () => {
  const answers = new Set(queries.flatMap(({ expected }) => expected))
  expect(demo.map(({ title }) => title).filter((title) => !answers.has(title))).toEqual([])
})

test('no unwanted listing is relevant', () => {
  const subcategoryOf = new Map(demo.map(({ title, subcategory }) => [title, subcategory]))
  const contradictions = queries.filter(({ unwanted, topics, expected }) =>
    unwanted.some((title) => expected.includes(title) || topics.includes(subcategoryOf.get(title) ?? '')),
  )
  expect(contradictions.map(({ text }) => text)).toEqual([])
})

test.each([
  ['an unknown class', 'odd | piano | Piano lessons | | '],
  ['a missing column', 'plain | piano | Piano lessons'],
  ['an unknown title', 'plain | piano | Harp lessons | | '],
  ['the beginning of several titles', 'plain | piano | P | | '],
])('rejects %s', (_, line) => {
  expect(() => parseQueries(line, demo)).toThrow()
})

test('the half of a text never changes', () => {
  expect(['piano', 'barber', 'yoga', 'plumber'].map(halfOf)).toEqual(['B', 'A', 'A', 'A'])
})
