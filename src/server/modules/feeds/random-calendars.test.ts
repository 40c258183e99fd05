/**
 * Calendars of random series with changed dates, read by ical.js, with the time zones that they define, and by node-ical, with those of
 * the system: both must find the dates as they are stored.
 */
import fc from 'fast-check'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import nodeIcal, { type VEvent } from 'node-ical'
import { beforeAll, expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { end, pattern, someDay, timeText } from '../../../../test/support/data/random-series.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { addDays } from '../../../shared/days.ts'
import { expandRule } from '../../../shared/expand-rule.ts'
import { formatRule } from '../../../shared/recurrence/recurrence.ts'
import { instantsOf } from '../listings/schedule/occurrences.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { publicUrl: 'https://board.example' })
})

const places = [
  { state: 'New York', city: 'New York City', timeZone: 'America/New_York' },
  {
    country: 'Canada',
    state: 'Newfoundland and Labrador',
    city: "St. John's",
    timeZone: 'America/St_Johns',
  },
  { state: 'Arizona', city: 'Phoenix', timeZone: 'America/Phoenix' },
  { state: 'Hawaii', city: 'Honolulu', timeZone: 'Pacific/Honolulu' },
]

/** A date as a calendar has it: when it begins and ends, as instants or as days, its status, and the version of the event. */
type Found = [begins: string, ends: string, status: string, sequence: number]

type Stored = {
  startDate: string
  endDate: string
  startTime: string | null
  endTime: string | null
  startsAt: string
  endsAt: string
  status: string
}

/** Lists the stored dates as a calendar must have them. Days end before the day at which they end in calendars. */
async function storedDates(id: string, sequence: number): Promise<Found[]> {
  const { rows } = await sql<Stored>`
    select start_date as "startDate", end_date as "endDate", start_time as "startTime", end_time as "endTime",
      starts_at as "startsAt", ends_at as "endsAt",
      case when canceled is not null then 'CANCELLED' when postponed is not null then 'TENTATIVE' else 'CONFIRMED' end as status
    from event_occurrence where listing_id = ${id}`.execute(site.database.kysely)
  return rows.map((date) => {
    const { startDate, endDate, startTime, endTime, startsAt, endsAt, status } = date
    if (startTime === null) return [startDate, addDays(endDate, 1), status, sequence]
    const hasEnd = endTime !== null || startDate < endDate
    return [startsAt, hasEnd ? endsAt : startsAt, status, sequence]
  })
}

const iso = (instant: Date) => instant.toISOString()

/** Lists the first `count` dates by the rule, except its exceptions, with what replaces them, as ical.js understands them. */
function datesByIcalJs(text: string, count: number): Found[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  const [first, ...changed] = calendar.getAllSubcomponents('vevent')
  if (!first) return []
  const event = new ICAL.Event(first)
  for (const component of changed) event.relateException(component)
  const iterator = event.iterator()
  const found: Found[] = []
  for (let next = iterator.next(); next && found.length < count; next = iterator.next()) {
    const { startDate, endDate, item } = event.getOccurrenceDetails(next)
    const text = (time: ICAL.Time) => (time.isDate ? time.toString() : iso(time.toJSDate()))
    const { component } = item
    found.push([
      ...([text(startDate), text(endDate)] as const),
      ...([String(component.getFirstPropertyValue('status')), item.sequence] as const),
    ])
  }
  ICAL.TimezoneService.reset()
  return found
}

/** Lists the same as node-ical understands it. It writes days as midnights of the process. */
function datesByNodeIcal(text: string, count: number): Found[] {
  const events = Object.values(nodeIcal.parseICS(text)).filter((item) => item?.type === 'VEVENT') as VEvent[]
  const [event] = events
  if (!event || events.length > 1) return []
  const range = { from: new Date('2020-01-01'), to: new Date('2036-01-01') }
  // Dates keep the order of the rule, from which moved ones differ.
  const named = nodeIcal.expandRecurringEvent(event, range).map((date) => ({
    ...date,
    name: iso((date.isOverride && date.event.recurrenceid) || date.start),
  }))
  return named
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, count)
    .map(({ start, end, isFullDay, event }) => {
      const text = (time: Date) =>
        isFullDay ? iso(new Date(time.getTime() - time.getTimezoneOffset() * 60_000)).slice(0, 10) : iso(time)
      return [text(start), text(end), event.status ?? '', Number(event.sequence)]
    })
}

// Both take the second one of a time that clocks show twice, unlike RFC 5545. Dates may last beyond it.
const time = timeText.filter((text) => text >= '04:00')
const change = fc.record({
  index: fc.nat({ max: 30 }),
  state: fc.constantFrom('canceled', 'postponed', 'moved'),
  shift: fc.integer({ min: -3, max: 3 }),
  time,
})
const event = fc.record({
  ...{
    from: someDay,
    pattern,
    end,
    place: fc.constantFrom(...places),
    version: fc.integer({ min: 1, max: 9 }),
  },
  startTime: fc.option(time),
  endTime: fc.option(time),
  nights: fc.nat({ max: 2 }),
  skipped: fc.nat({ max: 3 }),
  changes: fc.array(change, { maxLength: 4 }),
})

test('random series are the same for ical.js and node-ical as stored', async () => {
  const { kysely } = site.database
  await fc.assert(
    fc.asyncProperty(event, async (random) => {
      const { from, pattern: basic, end: ending, place, version, nights, skipped, changes } = random
      const { timeZone, ...town } = place
      const [startDate] = expandRule({
        rule: formatRule(basic),
        start: from,
        until: addDays(from, 1_000),
        limit: 1,
      })
      fc.pre(startDate !== undefined)
      const until = 'length' in ending ? addDays(startDate, ending.length) : null
      const rule = formatRule({ ...basic, until, count: 'count' in ending ? ending.count : null })
      const days = expandRule({ rule, start: startDate, until: addDays(startDate, 360), limit: 100 })
      const { startTime } = random
      const hasEnd =
        startTime !== null && random.endTime !== null && (nights > 0 || random.endTime > startTime)
      const id = await createListing(site.database, {
        ...town,
        kind: 'event',
        startDate,
        endDate: addDays(startDate, nights),
        schedule: {
          startTime,
          endTime: hasEnd ? random.endTime : null,
          rule,
          exceptions: days.slice(1, 1 + skipped),
        },
      })
      for (const { index, state, shift, time } of changes) {
        const scheduled = days[index]
        if (!scheduled) continue
        const moved = addDays(scheduled, shift)
        const times = { startDate: moved, endDate: moved, startTime: startTime && time, endTime: null }
        const { startsAt, endsAt } = instantsOf(times, timeZone)
        const assignment =
          state === 'moved'
            ? sql`changed = true, start_date = ${moved}, end_date = ${moved}, start_time = ${times.startTime},
              end_time = null, starts_at = ${startsAt}, ends_at = ${endsAt}`
            : sql`${sql.ref(state)} = now()`
        await sql`update event_occurrence set ${assignment}
          where listing_id = ${id} and scheduled = ${scheduled}`.execute(kysely)
      }
      await sql`update listing set version = ${version} where id = ${id}`.execute(kysely)
      const text = (await site.app.http.inject(`/feeds/events/${id}.ics`)).body
      const stored = await storedDates(id, version - 1)
      const inOrder = (dates: Found[]) => dates.toSorted((a, b) => String(a).localeCompare(String(b)))
      expect(inOrder(datesByIcalJs(text, stored.length)), 'ical.js').toEqual(inOrder(stored))
      expect(inOrder(datesByNodeIcal(text, stored.length)), 'node-ical').toEqual(inOrder(stored))
    }),
    { numRuns: 30, seed: 20261123 },
  )
})
