/** Imported calendars with events, as the job stores them, and a server that has calendars. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { FoundEvent } from '../../../src/server/modules/calendar-import/calendar-event.ts'
import { storeEvents } from '../../../src/server/modules/calendar-import/store-events.ts'
import type { Database } from '../../../src/server/platform/database/database.ts'

const at = (day: string, time: string) => ({
  day,
  time,
  zone: 'America/Chicago',
  instant: new Date(`${day}T${time}:00-06:00`).toISOString(),
})

/** Returns an event in the far future with defaults for everything that the test does not set. */
export function calendarEvent(overrides: Partial<FoundEvent> = {}): FoundEvent {
  const day = '2099-01-10'
  const [start, end] = [at(day, '19:00'), at(day, '21:30')]
  return {
    uid: uuid(),
    recurrenceId: '',
    title: 'Imported market',
    description: 'From the calendar.',
    location: 'Blue Hall, 12 Main St, Austin, TX 78701',
    url: '',
    categories: [],
    canceled: false,
    start,
    end,
    rule: null,
    exceptions: [],
    partial: false,
    schedule: day,
    startsAt: start.instant,
    endsAt: end.instant,
    ...overrides,
  }
}

/** Stores a calendar of an account with these events. Returns the ids. */
export async function createImportedCalendar(
  { kysely }: Database,
  accountId: string,
  events: FoundEvent[] = [calendarEvent()],
): Promise<{ calendar: string; events: string[] }> {
  const calendar = uuid()
  await sql`insert into imported_calendar (id, profile_id, url, name, refreshed, next_refresh)
    select ${calendar}, id, ${`https://calendar.example/${calendar}.ics`}, 'Hall events', now(), now() + interval '1 day'
    from profile where account_id = ${accountId}`.execute(kysely)
  await kysely.transaction().execute((tx) =>
    storeEvents(tx, calendar, {
      name: 'Hall events',
      read: events.length,
      skipped: [],
      events,
      truncated: false,
      isComplete: true,
    }),
  )
  const { rows } = await sql<{ id: string }>`
    select id from imported_event where calendar_id = ${calendar} order by starts_at, uid`.execute(kysely)
  return { calendar, events: rows.map(({ id }) => id) }
}

/** A server whose calendar tests set; `status` is that of its answers. */
export async function startCalendarServer() {
  const served = { text: '', status: 200, requests: 0 }
  const server = createServer((request, response) => {
    served.requests += 1
    const etag = `"${createHash('sha1').update(served.text).digest('base64url')}"`
    const isKnown = request.headers['if-none-match'] === etag
    response.writeHead(isKnown ? 304 : served.status, {
      'content-type': 'text/calendar; charset=utf-8',
      etag,
    })
    response.end(isKnown ? '' : served.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    served,
    url: `http://127.0.0.1:${port}/events.ics`,
    isAllowedUrl: ({ host }: URL) => host === `127.0.0.1:${port}`,
    /** Serves events, each as its lines. */
    setEvents(...events: string[][]) {
      const blocks = events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'])
      served.text = [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'X-WR-CALNAME:Hall events',
        ...blocks,
        'END:VCALENDAR',
        '',
      ].join('\r\n')
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
