import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatAge,
  formatCount,
  formatDay,
  formatDayRange,
  formatInstant,
  formatPlace,
  formatPrice,
  truncate,
} from './format.ts'

const characters = (text: string) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]

describe('a day', () => {
  test.each([
    ['2026-11-20', 'November 20, 2026'],
    ['2025-03-22', 'March 22, 2025'],
    ['2024-02-29', 'February 29, 2024'],
    ['2026-01-01', 'January 1, 2026'],
    ['2026-12-31T23:59:59.999Z', 'December 31, 2026'],
  ])('%s is %s', (day, shown) => {
    expect(formatDay(day)).toBe(shown)
  })

  test.each(['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata'])(
    'is the same for a reader in %s',
    (zone) => {
      const before = process.env.TZ
      process.env.TZ = zone
      try {
        expect(formatDay('2025-03-22')).toBe('March 22, 2025')
        expect(formatDay('2026-03-08')).toBe('March 8, 2026')
      } finally {
        if (before === undefined) delete process.env.TZ
        else process.env.TZ = before
      }
    },
  )

  test('keeps its number for every date', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const written = date.toISOString().slice(0, 10)
        const [year, , number] = written.split('-').map(Number)
        expect(formatDay(written)).toMatch(new RegExp(`^[A-Z][a-z]+ ${number}, ${year}$`))
      }),
    )
  })
})

test('a range shows both days in full, or a single day once', () => {
  expect(formatDayRange('2026-11-20', '2026-11-22')).toBe('November 20, 2026 – November 22, 2026')
  expect(formatDayRange('2026-12-31', '2027-01-01')).toBe('December 31, 2026 – January 1, 2027')
  expect(formatDayRange('2026-11-20', '2026-11-20')).toBe('November 20, 2026')
})

describe('a truncated text', () => {
  test.each([
    ['short', 'short'],
    ['', ''],
    ['exactly twenty chars', 'exactly twenty chars'],
    ['exactly twenty chars!', 'exactly twenty chars…'],
    // The twentieth character is a space, which is trimmed.
    ['nineteen characters and more', 'nineteen characters…'],
    ['🎸'.repeat(20), '🎸'.repeat(20)],
    ['🎸'.repeat(21), `${'🎸'.repeat(20)}…`],
    ['👩‍👩‍👧‍👦'.repeat(21), `${'👩‍👩‍👧‍👦'.repeat(20)}…`],
    ['e\u0301'.repeat(21), `${'e\u0301'.repeat(20)}…`],
    ['🇺🇸'.repeat(21), `${'🇺🇸'.repeat(20)}…`],
  ])('of %s is %s', (text, shown) => {
    expect(truncate(text)).toBe(shown)
  })

  const anyText = fc.string({ unit: 'grapheme', maxLength: 60 })

  test('has at most the first 20 characters before the ellipsis', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = truncate(text)
        if (shown === text) return
        expect(shown.endsWith('…')).toBe(true)
        expect(characters(shown.slice(0, -1)).length).toBeLessThanOrEqual(20)
        expect(text.startsWith(shown.slice(0, -1))).toBe(true)
      }),
    )
  })

  test('of 20 characters or fewer is unchanged', () => {
    fc.assert(fc.property(anyText, (text) => characters(text).length > 20 || truncate(text) === text))
  })

  test('never splits a character', () => {
    fc.assert(fc.property(anyText, (text) => !text.isWellFormed() || truncate(text).isWellFormed()))
  })

  test('drops most of thousands of marks stacked on a letter', () => {
    expect(truncate(`a${'\u0302'.repeat(9_000)} night`)).toBe(`a${'\u0302'.repeat(31)} night`)
    expect(truncate(`${'🧑🏽‍❤️‍💋‍🧑🏽'.repeat(20)}x`)).toBe(`${'🧑🏽‍❤️‍💋‍🧑🏽'.repeat(20)}…`)
  })

  test('does not change when truncated again', () => {
    fc.assert(fc.property(anyText, (text) => truncate(truncate(text), 21) === truncate(text)))
  })
})

test('a place omits missing parts', () => {
  expect(formatPlace({ city: 'Austin', state: 'Texas', country: 'United States' })).toBe(
    'Austin, Texas, United States',
  )
  expect(formatPlace({ city: null, state: 'Texas', country: 'United States' })).toBe('Texas, United States')
  expect(formatPlace({ country: 'Canada' })).toBe('Canada')
})

test('a count has a singular or plural noun', () => {
  expect(formatCount(0, 'ad', 'ads')).toBe('0 ads')
  expect(formatCount(1, 'ad', 'ads')).toBe('1 ad')
  expect(formatCount(1_204, 'ad', 'ads')).toBe('1,204 ads')
})

test('an instant is a date and a time in a time zone, with plain spaces', () => {
  expect(formatInstant('2026-11-20T19:05:00.000Z', 'America/New_York')).toBe('November 20, 2026, 2:05 PM')
  expect(formatInstant('2026-11-20T04:30:00.000Z', 'America/New_York')).toBe('November 19, 2026, 11:30 PM')
  expect(formatInstant('2026-11-20T00:00:00.000Z', 'UTC')).toBe('November 20, 2026, 12:00 AM')
})

test.each([
  ['2026-11-20T12:00:30Z', 'less than a minute'],
  ['2026-11-20T12:01:00Z', '1 minute'],
  ['2026-11-20T12:59:59Z', '59 minutes'],
  ['2026-11-20T13:00:00Z', '1 hour'],
  ['2026-11-22T11:59:59Z', '47 hours'],
  ['2026-11-22T12:00:00Z', '2 days'],
  ['2027-11-20T12:00:00Z', '365 days'],
])('the age from noon until %s is %s', (until, age) => {
  expect(formatAge('2026-11-20T12:00:00Z', until)).toBe(age)
})
