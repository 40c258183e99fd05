import { expect, test } from 'vitest'
import { planOccurrences, type SchedulePart } from './occurrences.ts'

const part = (overrides: Partial<SchedulePart>): SchedulePart => ({
  part: 0,
  startDate: '2026-10-27',
  endDate: '2026-10-27',
  startTime: '19:30',
  endTime: '21:00',
  doorsTime: null,
  rule: null,
  exceptions: [],
  ...overrides,
})

test('keeps the local time of a series when the clock changes', () => {
  const { occurrences } = planOccurrences(
    part({ rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3', exceptions: ['2026-11-03'] }),
    'America/New_York',
    '2026-10-01',
  )
  expect(occurrences.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
    ['2026-10-27T23:30:00.000Z', '2026-10-28T01:00:00.000Z'],
    ['2026-11-11T00:30:00.000Z', '2026-11-11T02:00:00.000Z'],
  ])
})

test('an event without an end time ends with its last day, in its own time zone', () => {
  const days = { startTime: null, endTime: null, endDate: '2026-10-28' }
  expect(planOccurrences(part(days), 'Pacific/Honolulu', '2026-10-01').occurrences[0]).toMatchObject({
    startsAt: '2026-10-27T10:00:00.000Z',
    endsAt: '2026-10-29T10:00:00.000Z',
  })
  expect(planOccurrences(part(days), 'America/St_Johns', '2026-10-01').occurrences[0]).toMatchObject({
    startsAt: '2026-10-27T02:30:00.000Z',
  })
})

test('plans an endless series for twelve months, and says how far', () => {
  const plan = planOccurrences(part({ rule: 'FREQ=MONTHLY;BYDAY=-1TU' }), 'America/Chicago', '2026-10-01')
  expect(plan.occurrences.map(({ scheduled }) => scheduled)).toEqual([
    ...['2026-10-27', '2026-11-24', '2026-12-29', '2027-01-26', '2027-02-23', '2027-03-30', '2027-04-27'],
    ...['2027-05-25', '2027-06-29', '2027-07-27', '2027-08-31', '2027-09-28', '2027-10-26'],
  ])
  expect(plan).toMatchObject({ generatedUntil: '2027-10-27', tooMany: false, includesStart: true })
})
