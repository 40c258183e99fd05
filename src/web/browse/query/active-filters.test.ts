import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type FilterParameter,
  type FilterTexts,
  isPosition,
  parametersOf,
} from '../../../shared/list-filters.ts'
import { formatDistance } from '../cards/card.ts'
import {
  countFilters,
  describeFilters,
  formatCounted,
  readFilters,
  withoutFilters,
} from './active-filters.ts'

const read = (query: string, kind: 'service' | 'event' = 'event') =>
  readFilters(new URLSearchParams(query), kind)
const labels = (filters: FilterTexts, center: Parameters<typeof describeFilters>[2] = null) =>
  describeFilters(filters, 'USD', center).map(({ label }) => label)

test('empty, unknown, and blank parameters are left out', () => {
  expect(read('near=&free=true&pictures=+&color=red&price_min=5')).toEqual({ free: 'true', price_min: '5' })
})

test('services have no filters by day', () => {
  const query = 'when=today&from=2026-11-20&to=2026-11-21&hide_ended=true&free=true'
  expect(read(query, 'service')).toEqual({ free: 'true' })
  expect(Object.keys(read(query))).toEqual(['free', 'when', 'from', 'to', 'hide_ended'])
})

test('a distance needs a place', () => {
  expect(read('within=10')).toEqual({})
  expect(read('within=10&near=78701')).toEqual({ near: '78701', within: '10' })
  expect(withoutFilters({ near: '78701', within: '10', free: 'true' }, ['near'])).toEqual({ free: 'true' })
})

const names = parametersOf('event')
const anyFilters = fc
  .dictionary(fc.constantFrom(...names), fc.string())
  .map((values) => readFilters(new URLSearchParams(values), 'event'))

test('what is read from a URL and written to it again is the same', () => {
  fc.assert(
    fc.property(anyFilters, (filters) => {
      expect(readFilters(new URLSearchParams(filters), 'event')).toEqual(filters)
    }),
  )
})

test('each filter has one chip, and removing all chips one by one leaves none', () => {
  fc.assert(
    fc.property(anyFilters, (filters) => {
      const chips = describeFilters(filters, 'USD', null)
      const described: FilterParameter[] = chips.flatMap(({ names }) => names)
      for (const name of Object.keys(filters)) expect(described).toContain(name)
      const rest = chips.reduce((rest, { names }) => withoutFilters(rest, names), filters)
      expect(rest).toEqual({})
    }),
  )
})

test.each([
  { filters: { near: 'Austin' }, label: 'Within 25 mi of Austin' },
  { filters: { near: '30.27,-97.74' }, label: 'Within 25 mi of your location' },
  { filters: { price_min: '20' }, label: 'From $20' },
  { filters: { price_max: '49.50' }, label: 'Up to $49.50' },
  { filters: { price_min: '20', price_max: '50' }, label: '$20 to $50' },
  { filters: { price_min: 'x' }, label: 'From x' },
  { filters: { free: 'true' }, label: 'Free' },
  { filters: { pictures: 'true' }, label: 'With pictures' },
  { filters: { when: 'weekend' }, label: 'This weekend' },
  { filters: { from: '2026-11-20' }, label: 'From November 20, 2026' },
  { filters: { to: '2026-11-21' }, label: 'Until November 21, 2026' },
  { filters: { hide_ended: 'true' }, label: 'Not ended' },
  { filters: { verbatim: 'true' }, label: 'Exactly as typed' },
])('a chip says “$label”', ({ filters, label }) => {
  expect(labels(filters)).toEqual([label])
})

test('a chip names the center as the server found it, with its unit', () => {
  const center = { name: 'Toronto, Ontario', unit: 'km' as const }
  expect(labels({ near: 'M5V', within: '50' }, center)).toEqual(['Within 50 km of Toronto, Ontario'])
})

test('a price range counts once, and searching as typed is no filter', () => {
  expect(countFilters({ price_min: '1', price_max: '2', free: 'true', verbatim: 'true' })).toBe(2)
})

test.each([
  ['40.71,-74.01', true],
  ['-33, 151', true],
  ['78701', false],
  ['Austin, TX', false],
])('%s is a position: %s', (near, expected) => {
  expect(isPosition(near)).toBe(expected)
})

test('distances and counts are rounded for reading', () => {
  expect(formatDistance(0.4, 'mi')).toBe('Less than 1 mi away')
  expect(formatDistance(2.6, 'km')).toBe('3 km away')
  expect(formatCounted(12)).toBe('12')
  expect(formatCounted(1000, true)).toBe('1,000+')
})
