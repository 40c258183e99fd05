import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cardText,
  formatAgo,
  formatCount,
  formatDay,
  formatEventDays,
  formatEventPlace,
  formatInstant,
  formatInstantDay,
  formatOnNow,
  formatPlace,
  truncate,
} from './format.ts'
import { formatAge } from './format-amount.ts'

const characters = (text: string) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]

describe('a day', () => {
  test.each([
    ['2026-11-20', 'November 20, 2026'],
    ['2025-03-22', 'March 22, 2025'],
    ['2024-02-29', 'February 29, 2024'],
    ['2026-01-01', 'January 1, 2026'],
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

describe('the days of an event', () => {
  test('are in full with their weekdays, and a single day once', () => {
    expect(formatEventDays('2026-11-27', '2026-11-27')).toBe('Friday, November 27, 2026')
    expect(formatEventDays('2026-11-20', '2026-11-22')).toBe(
      'Friday, November 20, 2026 – Sunday, November 22, 2026',
    )
    expect(formatEventDays('2026-12-31', '2027-01-01')).toBe(
      'Thursday, December 31, 2026 – Friday, January 1, 2027',
    )
  })

  test.each([
    ['began earlier and end later', '2026-11-19', '2026-12-31', 'On now, until Dec 31'],
    ['end in another year', '2026-11-01', '2027-01-03', 'On now, until Jan 3, 2027'],
    ['end today', '2026-11-19', '2026-11-20', 'On now, ends today'],
    ['begin today', '2026-11-20', '2026-12-31', null],
    ['are still to come', '2026-11-21', '2026-12-31', null],
    ['are over', '2026-11-01', '2026-11-19', null],
  ])('that %s', (_when, first, last, label) => {
    expect(formatOnNow(first, last, '2026-11-20')).toBe(label)
  })
})

describe('a truncated text', () => {
  test.each([
    ['short', 'short'],
    ['', ''],
    ['exactly twenty chars', 'exactly twenty chars'],
    ['exactly twenty chars!', 'exactly twenty chars…'],
    // The twentieth character is a space, which is trimmed.
    ['nineteen characters and more', 'nineteen characters…'],
    // No comma, dash, or opening bracket is left before the ellipsis.
    ['Evening babysitter, most nights', 'Evening babysitter…'],
    ['Painting of walls — also outside', 'Painting of walls…'],
    ['Piano lessons (all ages) at home', 'Piano lessons (all a…'],
    ['Dog walks in Austin (Hyde Park)', 'Dog walks in Austin…'],
    ['The band called it "Home again"', 'The band called it…'],
    ['Anyone for tennis?? Every Sunday', 'Anyone for tennis…'],
    ['Save up to half (50%) this week', 'Save up to half (50%…'],
    ['Se busca niñera, ¡por favor!', 'Se busca niñera, ¡po…'],
    ['…'.repeat(30), `${'…'.repeat(20)}…`],
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

describe('a text on a card', () => {
  test('has the number of characters that the site is set to', () => {
    expect(cardText('exactly twenty chars!', 7)).toBe('exactly…')
    expect(cardText('exactly twenty chars!', 20)).toBe('exactly twenty chars…')
  })

  test('has more than two lines can show if the number is 0', () => {
    expect(cardText('a'.repeat(120), 0)).toBe('a'.repeat(120))
    expect(cardText('a'.repeat(10_000), 0)).toBe(`${'a'.repeat(240)}…`)
  })
})

test('a place omits missing parts', () => {
  expect(formatPlace({ city: 'Austin', state: 'Texas', country: 'United States' })).toBe(
    'Austin, Texas, United States',
  )
  expect(formatPlace({ city: null, state: 'Texas', country: 'United States' })).toBe('Texas, United States')
  expect(formatPlace({ country: 'Canada' })).toBe('Canada')
})

test.each([
  [{ city: 'Austin', state: 'Texas', venue_name: 'Blue Hall' }, 'Blue Hall, Austin, Texas, United States'],
  [{ state: 'Texas' }, 'Texas, United States'],
  [{ venue_name: 'Blue Hall' }, 'Blue Hall'],
  [{}, 'Location not given'],
  [{ attendance_mode: 'both' as const }, 'Online'],
  [{ attendance_mode: 'online' as const, city: 'Austin', state: 'Texas' }, 'Online'],
])('an event at %j takes place at “%s”', (place, text) => {
  const nowhere = { attendance_mode: 'in_person' as const, venue_name: '', city: null, state: null }
  expect(formatEventPlace({ ...nowhere, country: 'United States', ...place })).toBe(text)
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

test('the day of an instant is that of the time zone', () => {
  // 23:30 in New York is the next day in UTC.
  expect(formatInstantDay('2026-11-22T04:30:00.000Z', 'America/New_York')).toBe('November 21, 2026')
  expect(formatInstantDay('2026-11-22T04:30:00.000Z', 'UTC')).toBe('November 22, 2026')
  expect(formatInstantDay('2026-11-21T10:30:00.000Z', 'Pacific/Kiritimati')).toBe('November 22, 2026')
})

describe('how long ago', () => {
  const newYork = 'America/New_York'
  test.each([
    ['2026-11-20T17:00:00Z', 'just now'],
    ['2026-11-20T16:59:01Z', 'just now'],
    // The clocks of two computers differ.
    ['2026-11-20T17:05:00Z', 'just now'],
    ['2026-11-20T16:59:00Z', '1 minute ago'],
    ['2026-11-20T16:00:01Z', '59 minutes ago'],
    ['2026-11-20T16:00:00Z', '1 hour ago'],
    ['2026-11-19T17:00:01Z', '23 hours ago'],
    ['2026-11-19T17:00:00Z', 'yesterday'],
    ['2026-11-19T05:00:00Z', 'yesterday'],
    // 23:30 in New York, two days before.
    ['2026-11-19T04:30:00Z', '2 days ago'],
    ['2026-11-14T17:00:00Z', '6 days ago'],
    ['2026-11-13T17:00:00Z', '1 week ago'],
    ['2026-10-30T17:00:00Z', '3 weeks ago'],
    ['2026-10-21T17:00:00Z', '4 weeks ago'],
    ['2026-10-20T17:00:00Z', '1 month ago'],
    ['2026-09-20T17:00:00Z', '2 months ago'],
    ['2025-11-21T17:00:00Z', '11 months ago'],
    ['2025-11-20T17:00:00Z', 'November 20, 2025'],
    ['2020-02-29T12:00:00Z', 'February 29, 2020'],
  ])('%s is %s', (instant, shown) => {
    expect(formatAgo(instant, '2026-11-20T17:00:00Z', newYork)).toBe(shown)
  })

  test('counts the 25 hours of the day on which clocks are set back', () => {
    // From 0:10 to 23:30 on November 1, 2026.
    expect(formatAgo('2026-11-01T04:10:00Z', '2026-11-02T04:30:00Z', newYork)).toBe('24 hours ago')
  })

  test('is never more recent for an older instant', () => {
    const units = ['just now', 'minute', 'hour', 'yesterday', 'day', 'week', 'month', ', 20']
    const sizeOf = (shown: string) => {
      const unit = units.findIndex((word) => shown.includes(word))
      expect(unit).toBeGreaterThanOrEqual(0)
      return unit * 1_000 + (Number.parseInt(shown, 10) || 0)
    }
    const now = Date.UTC(2026, 10, 20, 17)
    const age = fc.integer({ min: 0, max: 500 * 86_400 })
    const zone = fc.constantFrom(newYork, 'UTC', 'Asia/Kolkata', 'Pacific/Kiritimati')
    fc.assert(
      fc.property(age, age, zone, (one, other, timeZone) => {
        const [newer, older] = [Math.min(one, other), Math.max(one, other)].map((seconds) =>
          formatAgo(new Date(now - seconds * 1000).toISOString(), new Date(now).toISOString(), timeZone),
        )
        // A date says how long ago it was by itself.
        if (older?.includes(', 20')) return
        expect(sizeOf(newer ?? '')).toBeLessThanOrEqual(sizeOf(older ?? ''))
      }),
    )
  })
})
