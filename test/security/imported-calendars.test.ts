/** What others can do with someone's imported calendars: nothing, and they cannot tell which ones exist. */
import { beforeAll, expect, test } from 'vitest'
import { privatePaths } from '../../src/shared/paths.ts'
import { createImportedCalendar } from '../support/data/imported-calendars.ts'
import { type Cast, createCast } from './actors.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite()
const unknown = '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
let cast: Cast
let calendar: string
let event: string
beforeAll(async () => {
  cast = await createCast(site)
  const created = await createImportedCalendar(site.database, cast.sellerA.accountId)
  calendar = created.calendar
  event = created.events[0] ?? ''
})

const requests = (calendarId: string, eventId: string) =>
  [
    ['GET', `/api/imported-event/${eventId}`, undefined, {}],
    ['PUT', `/api/imported-event/${eventId}`, '{"dismissed":true}', json],
    ['PUT', `/api/imported-event/${eventId}`, '{"reviewed":true}', json],
    ['POST', `/api/imported-calendar/${calendarId}`, undefined, {}],
    ['DELETE', `/api/imported-calendar/${calendarId}`, undefined, {}],
    ['POST', `${privatePaths.importedCalendars}/${calendarId}`, 'action=remove', form],
    ['POST', `${privatePaths.importedCalendars}/${calendarId}`, 'action=refresh', form],
    ['POST', `${privatePaths.importedEvents}/${eventId}`, 'action=dismiss', form],
  ] as const

test('A21 someone else’s calendars and events look unknown, and stay as they are', async () => {
  for (const browser of [cast.sellerB.browser, cast.adminM.browser, cast.visitor])
    await expectUnchanged(site.database, async () => {
      const expected = browser === cast.visitor ? 401 : 404
      const [real, other] = [requests(calendar, event), requests(unknown, unknown)]
      for (const [index, [method, path, body, headers]] of real.entries()) {
        const found = await browser.send(method, path, { headers, ...(body !== undefined && { body }) })
        expect([path, found.status]).toEqual([path, expected])
        const [, otherPath = ''] = other[index] ?? []
        const unfound = await browser.send(method, otherPath, {
          headers,
          ...(body !== undefined && { body }),
        })
        const texts = [found, unfound].map(({ text }) => text.replaceAll(/[\da-f-]{36}/g, ''))
        expect(unfound.status).toBe(expected)
        if (path.startsWith('/api/')) expect(texts[0]).toBe(texts[1])
      }
    })
  for (const path of ['/api/imported-calendars', privatePaths.importedCalendars, '/api/account-data']) {
    const { text } = await cast.sellerB.browser.get(path)
    expect(text).not.toMatch(/Imported market|Hall events|calendar\.example/)
  }
  // The form of a new event, filled in with someone else's.
  const { text } = await cast.sellerB.browser.get(`/post-events?imported=${event}`)
  expect(text).not.toContain('Imported market')
  expect((await cast.sellerA.browser.get(`/post-events?imported=${event}`)).text).toContain('Imported market')
})

test('A21 a page of another site cannot import a calendar', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  await expectUnchanged(site.database, async () => {
    for (const [path, body, type] of [
      [privatePaths.importedCalendars, 'url=https%3A%2F%2Fcalendar.example%2F&own=yes', form],
      ['/api/imported-calendars', '{"url":"https://calendar.example/","own":true}', json],
    ] as const) {
      const { status } = await cast.sellerA.browser.send('POST', path, {
        body,
        headers: { ...headers, ...type },
      })
      expect([path, status]).toEqual([path, 403])
    }
  })
})
