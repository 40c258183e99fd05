import { expect, test } from 'vitest'
import { type ListingField, plainField } from './field.ts'
import { cardLine, formatContextOf, shownFields, shownLines } from './format.ts'

const field = (
  key: string,
  type: ListingField['type'],
  overrides: Partial<ListingField> = {},
): ListingField => ({
  ...plainField,
  key,
  label: key.toUpperCase(),
  type,
  kinds: ['service'],
  shownOn: ['card', 'details'],
  ...overrides,
})
const choices = [
  { key: 'home', label: 'Comes to you', retired: false },
  { key: 'online', label: 'Online', retired: true },
]
const fields = [
  field('travel', 'choices', { choices }),
  field('reach', 'number', { role: 'travel-distance' }),
  field('years', 'number', { unit: 'years', shownOn: ['details'] }),
  field('licensed', 'yes-no'),
  field('deposit', 'money', { audience: 'signed-in' }),
  field('from', 'date'),
  field('site', 'url'),
  field('phone', 'phone'),
  field('retired', 'text', { retired: true }),
]
const values = {
  travel: ['home', 'online'],
  reach: 1_500,
  years: 5,
  licensed: true,
  deposit: 12.5,
  from: '2026-11-20',
  site: 'https://example.com/',
  phone: '(512) 555-0142',
  retired: 'Nobody sees it.',
  unknown: 'Nor this.',
}
const context = formatContextOf({ country: 'Canada' }, 'CAD')

test('shows values in the order of the fields, with the distance in the unit of the place', () => {
  expect(shownLines(fields, values, 'details', context)).toEqual([
    'TRAVEL: Comes to you, Online',
    'REACH: 1,500 km',
    'YEARS: 5 years',
    'LICENSED: Yes',
    'DEPOSIT: CA$12.50',
    'FROM: November 20, 2026',
    'SITE: https://example.com/',
    'PHONE: (512) 555-0142',
  ])
  const american = formatContextOf({ country: 'United States' }, 'USD')
  expect(shownLines(fields, { reach: 3 }, 'details', american)).toEqual(['REACH: 3 mi'])
  expect(shownLines(fields, values, 'flyer', context)).toEqual([])
})

test('links web addresses and phone numbers, and says for whom a value is', () => {
  const shown = new Map(shownFields(fields, values, 'details', context).map((field) => [field.key, field]))
  expect(shown.get('site')?.href).toBe('https://example.com/')
  expect(shown.get('phone')?.href).toBe('tel:5125550142')
  expect(shown.get('years')?.href).toBeNull()
  // A preview shows what was typed.
  expect(shownFields(fields, { site: 'javascript:alert(1)' }, 'details', context)[0]?.href).toBeNull()
  expect(shown.get('deposit')?.audience).toBe('signed-in')
})

test('shows one line on cards, in which choices need no label', () => {
  expect(cardLine(fields.slice(0, 4), values, context)).toBe(
    'Comes to you, Online · REACH: 1,500 km · LICENSED',
  )
  expect(cardLine(fields, { licensed: false }, context)).toBe('LICENSED: No')
  expect(cardLine(fields, {}, context)).toBe('')
})
