import { describe, expect, test } from 'vitest'
import { smallSite } from '../../../../../test/support/search/small-site.ts'
import { rangeOn } from '../day-range.ts'
import { english } from './query-languages.ts'
import { readWords } from './query-words.ts'
import { recognizeDays } from './recognize-days.ts'

/** A Wednesday: November 18, 2026. */
const today = '2026-11-18'
const recognize = (text: string, day = today) => recognizeDays(text, readWords(text, english), smallSite, day)
const daysIn = (text: string, day = today) => {
  const { days } = recognize(text, day)
  if (!days) return null
  const { from, to } = rangeOn(days.days, day)
  return from === to ? from : `${from} ${to}`
}

describe('understands the days of', () => {
  test.each([
    ['music today', '2026-11-18'],
    ['tonight', '2026-11-18'],
    ['things to do this evening', '2026-11-18'],
    ['music tomorrow', '2026-11-19'],
    ['music tomorrow night', '2026-11-19'],
    ['music this weekend', '2026-11-21 2026-11-22'],
    ['music over the weekend', '2026-11-21 2026-11-22'],
    ['next weekend music', '2026-11-28 2026-11-29'],
    ['this week', '2026-11-18 2026-11-22'],
    ['music next week', '2026-11-23 2026-11-29'],
    ['the next 7 days', '2026-11-18 2026-11-24'],
    ['this month', '2026-11-18 2026-11-30'],
    ['next month', '2026-12-01 2026-12-31'],
    ['music friday', '2026-11-20'],
    ['music on Friday evening', '2026-11-20'],
    ['wednesday', '2026-11-18'],
    ['next friday', '2026-11-27'],
    ['this fri', '2026-11-20'],
    ['friday and saturday', '2026-11-20 2026-11-21'],
    ['friday-sunday', '2026-11-20 2026-11-22'],
    ['market in december', '2026-12-01 2026-12-31'],
    ['december', '2026-12-01 2026-12-31'],
    ['in november', '2026-11-18 2026-11-30'],
    ['in may', '2027-05-01 2027-05-31'],
    ['december 2027', '2027-12-01 2027-12-31'],
    ['dec 12', '2026-12-12'],
    ['on dec. 12th', '2026-12-12'],
    ['December 12, 2027', '2027-12-12'],
    ['saturday, december 12', '2026-12-12'],
    ['12 december', '2026-12-12'],
    ['the 4th of july', '2027-07-04'],
    ['may 5', '2027-05-05'],
    ['dec 12-14', '2026-12-12 2026-12-14'],
    ['dec 12 to 14', '2026-12-12 2026-12-14'],
    ['dec 30 to jan 2', '2026-12-30 2027-01-02'],
    ['2026-12-12', '2026-12-12'],
    ['12/31/2026', '2026-12-31'],
  ])('%s', (text, days) => {
    expect(daysIn(text)).toBe(days)
    expect(text).toContain(recognize(text).days?.typed)
  })
})

describe('leaves the other words of', () => {
  test.each([
    ['music this weekend', 'music'],
    ['jazz on friday night downtown', 'jazz downtown'],
    ['things to do tonight', 'things to do'],
    ['market, december 12, austin', 'market, , austin'],
  ])('%s', (text, rest) => {
    expect(recognize(text).days?.rest).toBe(rest)
  })
})

describe('finds no days in', () => {
  test.each([
    'sunday school',
    'black friday',
    'good friday service',
    'fridays',
    'sun damage',
    'sat prep',
    'weekend handyman',
    'may flowers',
    'march of dimes',
    'june bakery',
    'april lessons',
    'august wilson',
    'fall cleaning',
    'spring cleaning',
    'summer camp',
    'half marathon 1/2',
    '24/7 plumber',
    'dec 99',
    '13/45/2026',
    '"friday"',
    'music "this weekend"',
    'todays',
    'marching band',
    'second hand clothes',
    '',
  ])('%s', (text) => {
    const { days, words } = recognize(text)
    expect(days).toBeNull()
    expect(words).toEqual(readWords(text, english))
  })
})

test('counts from any day', () => {
  const sunday = '2026-11-22'
  expect(daysIn('this weekend', sunday)).toBe('2026-11-22')
  expect(daysIn('next weekend', sunday)).toBe('2026-11-28 2026-11-29')
  expect(daysIn('next week', sunday)).toBe('2026-11-23 2026-11-29')
  expect(daysIn('next friday', sunday)).toBe('2026-11-27')
  expect(daysIn('sunday', sunday)).toBe('2026-11-22')
  const monday = '2026-11-23'
  expect(daysIn('next monday', monday)).toBe('2026-11-30')
  expect(daysIn('this weekend', '2026-11-21')).toBe('2026-11-21 2026-11-22')
})
