/**
 * Reads calendars that are broken at random: each is read, without what cannot be, and no event that is right is lost.
 * `npm run test:fuzz` reads more of them, with a new seed; `FUZZ_SEED` repeats a run, and `FUZZ_MINUTES` makes it last so long.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCalendar } from '../../src/server/modules/calendar-import/decode-calendar.ts'
import { readComponents } from '../../src/server/modules/calendar-import/parser/components.ts'
import { parseCalendar } from '../../src/server/modules/calendar-import/parser/parse-calendar.ts'
import { timesOf } from '../../src/server/modules/calendar-import/to-listing.ts'
import { expandRule } from '../../src/shared/expand-rule.ts'
import { brokenCalendar, type RightEvent } from './broken-calendars.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_261_126)
const minutes = Number(process.env.FUZZ_MINUTES ?? 0)
const runs = Number(process.env.FUZZ_RUNS ?? 60)
const now = '2026-11-20T17:00:00.000Z'
const timeZone = 'America/New_York'
const maxMicroseconds = 2_000_000

let [read, slowest] = [0, 0]

function check({ bytes, right }: { bytes: Buffer; right: RightEvent[] }) {
  const { user } = process.threadCpuUsage()
  const text = decodeCalendar(bytes)
  const calendar = structuredClone(parseCalendar({ text, now, timeZone }))
  // Of the processor: the machine may be busy.
  slowest = Math.max(slowest, process.threadCpuUsage().user - user)
  read += 1
  for (const { title, startsAt } of right)
    expect(
      calendar.events.map((event) => `${event.title} ${event.startsAt}`),
      `the events without “${title}”`,
    ).toContain(`${title} ${startsAt}`)
  const root = readComponents(text)
  const components = [root, ...root.components].flatMap(({ components }) => components)
  expect(calendar.read + calendar.skipped.length).toBe(
    components.filter(({ name }) => name === 'VEVENT').length,
  )
  for (const event of calendar.events) {
    expect(event.endsAt > now && event.startsAt <= event.endsAt, JSON.stringify(event)).toBe(true)
    for (const zone of [null, 'America/Los_Angeles', 'Europe/Paris']) {
      const { startDate, endDate, rule } = timesOf(event, zone, timeZone)
      expect(startDate <= endDate, JSON.stringify(event)).toBe(true)
      const days =
        rule === null ? [startDate] : expandRule({ rule, start: startDate, until: '2199-12-31', limit: 1 })
      expect(days, JSON.stringify(event)).toEqual([startDate])
    }
  }
}

test('no event that is right is lost, whatever is wrong with others', {
  timeout: 60_000 + runs * 200 + minutes * 70_000,
}, () => {
  fc.assert(fc.property(brokenCalendar, check), {
    seed,
    numRuns: minutes > 0 ? 100_000_000 : runs,
    ...(minutes > 0 && { interruptAfterTimeLimit: minutes * 60_000 }),
    markInterruptAsFailure: false,
  })
  if (minutes > 0)
    console.info(`${read} calendars with the seed ${seed}; the slowest took ${Math.round(slowest / 1000)} ms`)
  expect(slowest).toBeLessThan(maxMicroseconds)
})
