/** Rules of series in any spelling: each is understood or refused with a sentence, and none takes long. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { planOccurrences } from '../../src/server/modules/listings/schedule/occurrences.ts'
import { ScheduleInputSchema } from '../../src/shared/event-fields.ts'
import { createPicture, postOf } from '../support/data/posts.ts'
import { type Cast, createCast } from './actors.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite()
let cast: Cast
beforeAll(async () => {
  cast = await createCast(site)
})

async function post(rule: string, startDate = '2027-02-28') {
  const { accountId, browser } = cast.sellerA
  const images = [await createPicture(site.database, accountId)]
  const schedule = { startTime: '19:00', rule }
  return browser.post('/api/events', postOf('event', { images, startDate, endDate: startDate, schedule }))
}

test('C17 names of a rule can be in lower case', async () => {
  const { status, json } = await post('freq=daily;count=2')
  expect(status).toBe(201)
  expect(json<{ rule: string }>().rule).toBe('FREQ=DAILY;COUNT=2')
})

test('C17 a rule without dates is refused at once', async () => {
  for (const rule of ['FREQ=MONTHLY;INTERVAL=24;BYDAY=5SU', 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30']) {
    const { status, json, ms } = await post(rule)
    expect([status, Object.keys(json<{ fields: object }>().fields)]).toEqual([400, ['schedule.rule']])
    expect(ms).toBeLessThan(5_000)
  }
})

test('C17 days that do not exist end no rule', async () => {
  for (const until of ['20270230', '20271301', '20270431', '00000000'])
    expect((await post(`FREQ=DAILY;UNTIL=${until}`)).status).toBe(400)
})

const value = fc.oneof(
  fc.constantFrom(
    'daily',
    'WEEKLY',
    'Monthly',
    'YEARLY',
    'secondly',
    'mo',
    'SU,sa',
    '1mo',
    '-1SU',
    '5su',
    '+2TU',
  ),
  fc.constantFrom(
    '0',
    '-1',
    '31',
    '52',
    '99999',
    '1e3',
    '٣',
    'ı',
    '20270228',
    '21991231',
    '20270230',
    '20270301T000000Z',
  ),
)
const name = fc.constantFrom(
  ...[
    'freq',
    'FREQ',
    'Interval',
    'byday',
    'BYMONTHDAY',
    'until',
    'COUNT',
    'wkst',
    'BYSETPOS',
    'bymonth',
    '__proto__',
    '',
  ],
)
const part = fc.tuple(name, value).map(([key, text]) => `${key}=${text}`)
const rules = fc
  .tuple(fc.constantFrom('freq=daily', 'Freq=weekly', 'FREQ=MONTHLY', ''), fc.array(part, { maxLength: 4 }))
  .map(([first, parts]) => [first, ...parts].join(';'))

test('C17 no rule that is accepted breaks what lists its dates, or takes long', () => {
  fc.assert(
    fc.property(rules, fc.constantFrom('2027-02-28', '2027-01-31', '2028-02-29'), (rule, startDate) => {
      const { data } = ScheduleInputSchema.safeParse({ startTime: '19:00', rule })
      if (!data) return
      expect(data.rule).toMatch(/^[A-Z\d=;,-]+$/)
      const started = performance.now()
      const part = { ...data, part: 0, startDate, endDate: startDate }
      planOccurrences(part, 'America/New_York', startDate)
      expect(performance.now() - started).toBeLessThan(2_000)
    }),
    { numRuns: 25 * Number(process.env.FUZZ_RUNS ?? 40), seed: Number(process.env.FUZZ_SEED ?? 20_261_126) },
  )
})
