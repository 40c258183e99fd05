import { expect, test } from 'vitest'
import { summarizeRecurrence } from '../recurrence-summary.ts'
import { describeRecurrence, ordinal } from './recurrence-text.ts'

const startDate = '2026-01-06'
const inWords = (rule: string, exceptions: string[] = []) =>
  describeRecurrence({ rule, startDate, exceptions })

test.each([
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=5', 'Every third day, 5 times'],
  ['FREQ=WEEKLY', 'Every Tuesday'],
  ['FREQ=WEEKLY;BYDAY=SU,TU', 'Every Tuesday and Sunday'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
  ['FREQ=WEEKLY;BYDAY=SU,MO,TU,WE,TH,FR,SA', 'Every day'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU', 'Every second week on Monday and Thursday'],
  ['FREQ=WEEKLY;INTERVAL=6;BYDAY=TU;WKST=SU', 'Every 6th Tuesday'],
  ['FREQ=MONTHLY;BYMONTHDAY=24;UNTIL=20270630', 'Every month on the 24th until June 30, 2027'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=-1TU', 'Every second month on the last Tuesday'],
  ['FREQ=MONTHLY;BYDAY=4TU;COUNT=1', 'Every month on the fourth Tuesday, once'],
])('%s is "%s"', (rule, words) => {
  expect(inWords(rule)).toBe(words)
})

test('names the exceptions in order, and counts them if there are many', () => {
  const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20260630;WKST=SU'
  expect(inWords(rule, ['2026-05-12'])).toBe('Every second Tuesday until June 30, except May 12')
  expect(inWords('FREQ=WEEKLY', ['2027-01-05', '2026-12-29'])).toBe(
    'Every Tuesday, except December 29 and January 5, 2027',
  )
  const many = ['01', '02', '03', '04', '05', '06', '07', '08'].map((day) => `2026-02-${day}`)
  expect(inWords('FREQ=DAILY', many)).toBe(
    'Every day, except February 1, February 2, February 3, February 4, February 5, and 3 other dates',
  )
})

test('summarizes a series for lists', () => {
  expect(summarizeRecurrence('FREQ=WEEKLY;BYDAY=TU')).toBe('Repeats weekly')
  expect(summarizeRecurrence('FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1')).toBe('Repeats every 3 months')
})

test('writes ordinal numbers', () => {
  const numbers = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31, 111]
  expect(numbers.map(ordinal).join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st 111th')
})
