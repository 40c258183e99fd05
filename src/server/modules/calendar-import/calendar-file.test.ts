import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ownOrigin, send } from '../../../../test/support/data/accounts.ts'
import { createPerson, type Person } from '../../../../test/support/data/conversations.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { type Form, formOf } from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { CalendarFileReply, ImportedCalendars } from '../../../shared/contract/imported-calendars.ts'
import type { ErrorReply } from '../../../shared/errors.ts'
import { maxCalendarBytes, maxImportedCalendars } from '../../../shared/limits.ts'
import { calendarFilePath, privatePaths } from '../../../shared/paths.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT']
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const market = event(
  'market',
  'SUMMARY:Market',
  'DESCRIPTION:Food and music.',
  'LOCATION:Blue Hall\\, Austin\\, TX',
  'DTSTART;TZID=America/New_York:20990106T200000',
  'DTEND;TZID=America/New_York:20990106T223000',
  'RRULE:FREQ=WEEKLY;COUNT=4',
  'EXDATE;TZID=America/New_York:20990113T200000',
)
const unreadable = event('x', 'SUMMARY:Fair', 'DTSTART:soon')
const over = event('y', 'SUMMARY:Picnic', 'DTSTART:20200101T190000Z')

const formWith = (content: Buffer | string) => formOf([{ name: 'file', content, fileName: 'events.ics' }])
async function upload(form: Form, { cookie = '' }: Partial<Person> = {}, url: string = calendarFilePath) {
  const response = await site.app.http.inject({
    method: 'POST',
    url,
    headers: { ...form.headers, cookie, origin: ownOrigin },
    payload: form.payload,
  })
  const isJson = String(response.headers['content-type']).includes('json')
  const body = (isJson ? response.json() : {}) as CalendarFileReply & ErrorReply
  return { status: response.statusCode, body, headers: response.headers }
}
const list = async ({ cookie }: Person) =>
  (await send<ImportedCalendars>(site, 'GET', '/imported-calendars', { cookie })).body

test('makes drafts of the events of a file, and says which ones it could not read', async () => {
  const person = await createPerson(site)
  const { status, body } = await upload(formWith(file(...market, ...unreadable, ...over)), person)
  expect(status).toBe(200)
  expect(body).toEqual({
    read: 1,
    skipped: [
      { title: 'Fair', reason: 'We couldn’t read its start, “soon”.' },
      { title: 'Picnic', reason: 'It is over.' },
    ],
    events: [
      {
        title: 'Market',
        startDate: '2099-01-06',
        startTime: '19:00',
        endDate: '2099-01-06',
        endTime: '21:30',
        time_zone: 'America/Chicago',
        unknown_zone: null,
        rule: 'FREQ=WEEKLY;COUNT=4',
        exceptions: ['2099-01-13'],
        partial: false,
        location: 'Blue Hall, Austin, TX',
        description: 'Food and music.',
        canceled: false,
      },
    ],
  })
  const { calendars, events } = await list(person)
  expect(calendars).toMatchObject([
    {
      url: '',
      name: 'Uploaded files',
      stopped: false,
      report: { read: 1, over: 1, unreadable: 1, skipped: [{ title: 'Fair' }] },
    },
  ])
  expect(events).toMatchObject([{ title: 'Market', state: 'new', repeats: true }])
  // Nothing is published.
  expect((await sql`select from listing`.execute(site.database.kysely)).rows).toEqual([])
})

test('says before the events that are over which ones it could not read', async () => {
  const { body } = await upload(formWith(file(...over, ...unreadable)), await createPerson(site))
  expect(body.skipped.map(({ title }) => title)).toEqual(['Fair', 'Picnic'])
})

test('another file adds its events, and changes those that it has as well', async () => {
  const person = await createPerson(site)
  await upload(formWith(file(...market)), person)
  const [draft] = (await list(person)).events
  const listing = await createListing(site.database, { kind: 'event', authorEmail: person.email })
  await send(site, 'PUT', `/imported-event/${draft?.id}`, { cookie: person.cookie, body: { listing } })
  const fair = event('fair', 'SUMMARY:Fair', 'DTSTART;TZID=Customized Time Zone:20990107T190000')
  await upload(formWith(file(...fair)), person)
  expect((await list(person)).events).toMatchObject([
    { title: 'Market', state: 'posted' },
    { title: 'Fair', state: 'new', unknown_zone: 'Customized Time Zone' },
  ])
  await upload(formWith(file(...market.with(2, 'SUMMARY:Late market'))), person)
  const { calendars, events } = await list(person)
  expect(events.map(({ title, state }) => [title, state])).toEqual([
    ['Late market', 'changed'],
    ['Fair', 'new'],
  ])
  // Files are no address: there is nothing to read again, and they take the place of none.
  const [files] = calendars
  expect((await send(site, 'POST', `/imported-calendar/${files?.id}`, person)).status).toBe(404)
  for (let count = 0; count < maxImportedCalendars; count++) {
    const body = { url: `https://example.org/${count}.ics`, own: true }
    expect((await send(site, 'POST', '/imported-calendars', { ...person, body })).status).toBe(200)
  }
  expect((await send(site, 'DELETE', `/imported-calendar/${files?.id}`, person)).status).toBe(200)
  expect((await list(person)).events).toEqual([])
})

test('refuses what is no calendar with a sentence', async () => {
  const person = await createPerson(site)
  const big = Buffer.alloc(maxCalendarBytes + 1, 'BEGIN:VCALENDAR\r\n')
  for (const [form, status, sentence] of [
    [formWith('<html></html>'), 400, 'This file is not a calendar.'],
    [formWith(Buffer.from([0x89, 0x50, 0x4e, 0x47])), 400, 'This file is not a calendar.'],
    [formWith(''), 400, 'Please choose the file'],
    [formWith('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'), 400, 'We couldn’t read this calendar.'],
    [formWith(big), 413, 'This file is larger than 2 MB.'],
    [formWith(Buffer.alloc(9_000_000)), 413, 'This file is larger than 2 MB.'],
    [formOf([{ name: 'file', content: 'text' }]), 400, 'Please choose the file'],
    [
      formOf([{ name: 'other', content: file(...market), fileName: 'a.ics' }]),
      400,
      'Please send the calendar',
    ],
    [{ payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }, 415, 'Please send'],
  ] as const) {
    const reply = await upload(form, person)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(sentence)])
  }
  expect(await list(person)).toEqual({ calendars: [], events: [] })
})

test('accepts only files of people who are signed in, and 30 a day', async () => {
  expect((await upload(formWith(file(...market)))).status).toBe(401)
  const person = await createPerson(site)
  await sql`update account set suspended_at = now(), suspension_reason = 'Spam.' where id = ${person.accountId}`.execute(
    site.database.kysely,
  )
  expect((await upload(formWith(file(...market)), person)).status).toBe(403)
})

test('works by a form where scripts do not run', async () => {
  const person = await createPerson(site)
  const page = async () =>
    (await site.app.http.inject({ url: privatePaths.importedCalendars, headers: { cookie: person.cookie } }))
      .body
  expect(await page()).toMatch(/<form[^>]*enctype="multipart\/form-data"/i)
  const sent = await upload(
    formWith(file(...market, ...unreadable)),
    person,
    privatePaths.importedCalendarFile,
  )
  expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/done=file$/)])
  const html = await page()
  for (const text of ['To review (1)', 'Uploaded files', '1 event read.', 'We couldn’t read its start'])
    expect(html).toContain(text)
  const refused = await upload(formWith('no calendar'), person, privatePaths.importedCalendarFile)
  expect(refused.status).toBe(400)
})
