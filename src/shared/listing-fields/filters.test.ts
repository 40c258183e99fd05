import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyField } from '../../../test/support/data/random-fields.ts'
import { choicesOf, hasRange, type ListingField, plainField } from './field.ts'
import {
  describeFieldFilter,
  type FieldFilter,
  filterable,
  parseFieldFilter,
  parseFieldFilters,
  toFieldText,
} from './filters.ts'
import { fieldSortPattern, parameterOf, readFieldFilters, toParameters } from './parameters.ts'
import { shippedFields } from './shipped.ts'

const field = (key: string): ListingField => {
  const found = shippedFields.find((each) => each.key === key)
  if (!found) throw new Error(`There is no field ${key}.`)
  return found
}
const context = { currency: 'USD', distanceUnit: 'mi' } as const
const read = (query: string) => readFieldFilters(new URLSearchParams(query))
const labelOf = (of: ListingField, text: string) => {
  const filter = parseFieldFilter(of, text)
  return filter && describeFieldFilter(filter, context)
}
const deposit: ListingField = {
  ...plainField,
  key: 'deposit',
  label: 'Deposit',
  type: 'money',
  kinds: ['service'],
}
const since: ListingField = { ...plainField, key: 'since', label: 'Since', type: 'date', kinds: ['service'] }

test('repeated choices are joined, and the ends of a range are one text', () => {
  expect(read('f.travel=home&f.travel=&f.travel=online&f.years.min=5&f.years.max=&page=2')).toEqual({
    'f.travel': 'home,online',
    'f.years': '5-',
  })
  expect(read('f.years.max=+10+&f.licensed=')).toEqual({ 'f.years': '-10' })
})

test.each([
  ['without a text', (name: string) => `${name}=`],
  ['whose first text is empty', (name: string) => `${name}=&${name}=5`],
])('40,000 names %s are read at once', (_, write) => {
  const url = new URLSearchParams(Array.from({ length: 40_000 }, (_, at) => write(`f.a${at}.min`)).join('&'))
  const start = performance.now()
  expect(Object.keys(readFieldFilters(url)).length).toBeLessThanOrEqual(50)
  expect(performance.now() - start).toBeLessThan(2_000)
})

test.each(['f.=1', 'f.Years=5-', 'f.__proto__=1', 'f.years.step=1', 'years=5-', `f.${'x'.repeat(41)}=1`])(
  '%s is no filter of a field',
  (query) => expect(read(query)).toEqual({}),
)

test('the fields of a form keep their names, and those of fields are written as in a URL', () => {
  const fields = new URLSearchParams(
    'tab=services&tab=events&sort=&f.years.min=5&f.years.max=&f.travel=home&f.travel=online',
  )
  expect(toParameters(fields)).toEqual({
    tab: 'events',
    sort: '',
    'f.years': '5-',
    'f.travel': 'home,online',
  })
})

test.each([
  ['years', '5-', 'Experience: 5 years or more'],
  ['years', '-10', 'Experience: up to 10 years'],
  ['years', '5-10', 'Experience: 5 years to 10 years'],
  ['years', '5-5', 'Experience: 5 years'],
  ['travel', 'online,home', 'Where it happens: Comes to you or Online'],
  ['travel', 'home,moon', 'Where it happens: Comes to you'],
  ['licensed', 'yes', 'Licensed or insured: Yes'],
])('a chip of %s=%s says “%s”', (key, text, label) => {
  expect(labelOf(field(key), text)).toBe(label)
})

test('amounts have the currency of the site, and days are written out', () => {
  expect(labelOf(deposit, '20-49.50')).toBe('Deposit: $20 to $49.50')
  expect(labelOf(since, '2026-11-20-')).toBe('Since: from November 20, 2026')
  expect(labelOf(since, '2026-11-20-2026-11-21')).toBe('Since: November 20, 2026 to November 21, 2026')
})

test.each([
  ['years', ''],
  ['years', '-'],
  ['years', '5'],
  ['years', 'five-'],
  ['years', '5-1e3'],
  ['years', `${'9'.repeat(11)}-`],
  ['travel', 'moon'],
  ['travel', 'constructor'],
  ['licensed', 'true'],
])('%s=%s means nothing', (key, text) => {
  expect(parseFieldFilter(field(key), text)).toBeNull()
})

test('a day must be in the calendar', () => {
  expect(parseFieldFilter(since, '2026-02-30-')).toBeNull()
  expect(parseFieldFilter(since, '2026-02-28-2026-99-01')).toBeNull()
})

test('only fields that everyone may see, with a filter, filter lists', () => {
  const fields = [
    field('years'),
    { ...field('travel'), audience: 'signed-in' as const },
    { ...field('licensed'), retired: true },
    { ...field('languages'), filter: false },
    { ...plainField, key: 'kit', label: 'Kit', type: 'text' as const, kinds: ['service' as const] },
  ]
  expect(filterable(fields).map(({ key }) => key)).toEqual(['years'])
  const texts = Object.fromEntries(fields.map(({ key }) => [parameterOf(key), 'yes,en,home,x']))
  expect(parseFieldFilters(fields, { ...texts, 'f.years': '1-' })).toHaveLength(1)
})

const amount = fc.integer({ min: -100_000, max: 100_000 }).map((cents) => String(cents / 100))
const day = fc
  .integer({ min: 0, max: 40_000 })
  .map((at) => new Date(at * 86_400_000).toISOString().slice(0, 10))

/** Any filter by a field, if it has any. */
function filterOf(of: ListingField): fc.Arbitrary<FieldFilter | null> {
  if (filterable([of]).length === 0) return fc.constant(null)
  if (!hasRange(of))
    return fc
      .subarray(
        choicesOf(of).map(({ key }) => key),
        { minLength: 1 },
      )
      .map((choices) => ({ field: of, choices }))
  const end = fc.option(of.type === 'date' ? day : amount, { nil: undefined })
  return fc
    .record({ min: end, max: end })
    .filter(({ min, max }) => min !== undefined || max !== undefined)
    .map((range) => ({ field: of, range }))
}

test('a filter that is written to a URL and read from it is the same, and has a chip', () => {
  const any = anyField('own').chain((of) => filterOf(of).map((filter) => ({ of, filter })))
  fc.assert(
    fc.property(any, ({ of, filter }) => {
      if (!filter) return
      const url = new URLSearchParams({ [parameterOf('own')]: toFieldText(filter), page: '2' })
      expect(parseFieldFilters([of], readFieldFilters(url))).toEqual([filter])
      expect(describeFieldFilter(filter, context).startsWith(`${of.label}: `)).toBe(true)
      if (!('range' in filter)) return
      const { min = '', max = '' } = filter.range
      const form = new URLSearchParams({ 'f.own.min': min, 'f.own.max': max })
      expect(readFieldFilters(form)).toEqual(
        readFieldFilters(new URLSearchParams(`f.own=${toFieldText(filter)}`)),
      )
    }),
  )
})

test('no text of a URL breaks the reading', () => {
  fc.assert(
    fc.property(anyField('own'), fc.string({ unit: 'binary' }), (of, text) => {
      const filter = filterable([of]).length > 0 ? parseFieldFilter(of, text) : null
      if (filter) expect(parseFieldFilter(of, toFieldText(filter))).toEqual(filter)
    }),
  )
})

test.each([
  ['f.years-asc', true],
  ['f.years-desc', true],
  ['f.years-down', false],
  ['f.-asc', false],
  ['years-asc', false],
])('%s orders by a field: %s', (sort, expected) => {
  expect(fieldSortPattern.test(sort)).toBe(expected)
})
