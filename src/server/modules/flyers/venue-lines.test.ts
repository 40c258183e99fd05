import { beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../../../test/support/checks/pdf.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp, viewerWith } from '../../../../test/support/site/app.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { sharePictureUrl } from '../../../shared/picture.ts'
import { linesOf } from './listing-lines.ts'

const author = viewerWith({ email: 'ada@example.com' })
let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})

const create = (title: string, eventDetails: Record<string, string>) =>
  createListing(site.database, { kind: 'event', authorEmail: author.email, title, eventDetails })

test('a flyer and a share image have the venue and the town, however long the texts are', async () => {
  const words = 'Community Hall of the Neighborhood '
  const long = {
    venue_name: words.repeat(3).slice(0, 120),
    venue_address: `12 ${words.repeat(5)}`.slice(0, 200),
  }
  const id = await create('A very long title of an evening '.repeat(4).slice(0, 120), long)
  const { rawPayload } = await site.app.http.inject({
    url: publicPaths.listingFlyer('event', id),
    headers: { 'x-test-viewer': JSON.stringify(author) },
  })
  const { pages, text } = await readPdf(rawPayload)
  expect(pages).toBe(1)
  for (const line of [/Tuesday,\sDecember\s1,\s2026/, /Community\sHall/, /Austin,\sTexas,\sUnited\sStates/])
    expect(text).toMatch(line)
  const pictureOf = async (listing: string) =>
    (await site.app.http.inject({ url: sharePictureUrl({ _id: listing, version: 1 }) })).rawPayload
  const same = { title: 'Quiz night' }
  const pictures = [
    await pictureOf(await create(same.title, { venue_name: 'Hall' })),
    await pictureOf(await create(same.title, { venue_name: 'Library' })),
    await pictureOf(await create(same.title, { attendance_mode: 'online' })),
  ]
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(3)
})

test('names the time, and of an online event no town', () => {
  const day = '2026-12-01'
  const occurrence = {
    ...{
      scheduled: day,
      startDate: day,
      endDate: day,
      startTime: '19:30',
      endTime: '21:00',
      doorsTime: null,
    },
    ...{
      startsAt: '2026-12-02T01:30:00.000Z',
      endsAt: '2026-12-02T03:00:00.000Z',
      canceled: false,
      postponed: false,
    },
  }
  const venue = { name: 'Hall', address: '', postal_code: '', note: '', latitude: null, longitude: null }
  const place = { country: 'United States', state: 'Texas', city: 'Austin' }
  const textsOf = (attendance_mode: 'both' | 'online') =>
    linesOf({ ...place, occurrence, venue, attendance_mode }).map(({ text }) =>
      text.replaceAll('\u00a0', ' '),
    )
  const times = 'Tuesday, December 1, 2026, 7:30 PM – 9:00 PM'
  expect(textsOf('both')).toEqual([times, 'Hall', 'Austin, Texas, United States'])
  expect(textsOf('online')).toEqual([times, 'Online'])
})
