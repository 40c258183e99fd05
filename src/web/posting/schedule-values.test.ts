import { expect, test } from 'vitest'
import type { Schedule } from '../../shared/event-fields.ts'
import { type FormInput, validateListing } from './input.ts'
import { checkRepetition, fromSchedule, toSchedule } from './schedule-values.ts'
import { toListingValues } from './values.ts'

const days = { startDate: '2026-12-29', endDate: '2026-12-29' }
const evening = { startTime: '19:30', endTime: '21:00', doorsTime: '19:00' }
const valuesOf = (schedule: Partial<Schedule>) =>
  toListingValues({
    ...days,
    ...fromSchedule({ ...days, ...evening, rule: null, exceptions: [], ...schedule }),
  })

test.each([
  null,
  'FREQ=DAILY;INTERVAL=3;COUNT=10',
  'FREQ=WEEKLY;BYDAY=SU,TU,TH',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270630;WKST=SU',
  'FREQ=MONTHLY;BYMONTHDAY=29',
  'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYDAY=5TU',
  'FREQ=MONTHLY;BYDAY=-1TU;COUNT=4',
])('a stored schedule with the rule %s is saved as it was', (rule) => {
  const exceptions = rule === null ? [] : ['2027-01-05']
  expect(toSchedule(valuesOf({ rule, exceptions }))).toEqual({ ...evening, rule, exceptions })
})

test('an event with only two dates has no schedule, and fields that are hidden do not count', () => {
  expect(toSchedule(toListingValues(days))).toBeNull()
  const hidden = { 'schedule.interval': '2', 'schedule.exceptions': '2027-01-05', 'schedule.ends': 'count' }
  expect(toSchedule(toListingValues({ ...days, ...hidden }))).toBeNull()
  expect(checkRepetition(toListingValues({ ...days, ...hidden, 'schedule.interval': '0' }))).toEqual({})
})

test('the weekday of the start date is always one of a weekly series', () => {
  const values = valuesOf({ rule: 'FREQ=WEEKLY;BYDAY=TU,TH' })
  expect(toSchedule({ ...values, startDate: '2026-12-30' })?.rule).toBe('FREQ=WEEKLY;BYDAY=WE,TH')
})

test('reports what is wrong at its field, like the server', () => {
  const input = (fields: object): FormInput => ({
    kind: 'event',
    values: {
      ...valuesOf({ rule: 'FREQ=WEEKLY;BYDAY=TU' }),
      title: 'Quiz night',
      category: 'Pubs',
      price: '0',
      description: 'A quiz for everyone.',
      country: 'Canada',
      ...fields,
    },
    images: ['a'],
    offered: { subcategory: false, state: false, city: false },
    fields: [],
    stored: {},
    version: null,
  })
  const errors = (fields: object) => {
    const validated = validateListing(input(fields))
    return 'errors' in validated ? Object.keys(validated.errors) : []
  }
  expect(errors({})).toEqual([])
  expect(errors({ 'schedule.startTime': '' })).toEqual(['schedule.startTime', 'schedule.doorsTime'])
  expect(errors({ 'schedule.doorsTime': '20:00' })).toEqual(['schedule.doorsTime'])
  expect(errors({ 'schedule.endTime': '19:00' })).toEqual(['schedule.endTime'])
  expect(errors({ 'schedule.interval': 'two' })).toEqual(['schedule.interval'])
  expect(errors({ 'schedule.ends': 'until', 'schedule.until': '2026-12-01' })).toEqual(['schedule.until'])
  expect(errors({ 'schedule.ends': 'count', 'schedule.count': '' })).toEqual(['schedule.count'])
})
