import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../../test/support/checks/pdf.ts'
import { badTexts } from '../../../../test/support/data/bad-values.ts'
import { createListing, type ListingOverrides, setStatus } from '../../../../test/support/data/factories.ts'
import { createSeries } from '../../../../test/support/data/series.ts'
import { admin, createTestApp, type TestApp, viewerWith } from '../../../../test/support/site/app.ts'
import { plainField } from '../../../shared/listing-fields/field.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Viewer } from '../../../shared/policy.ts'

const publicUrl = 'https://board.example.org'
const author = viewerWith({ email: 'ada@example.com' })
const other = viewerWith({ email: 'other@example.com', accountId: '0193e0a4-0000-7000-8000-000000000009' })

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { publicUrl })
})

const create = (overrides: ListingOverrides = {}) =>
  createListing(site.database, { authorEmail: author.email, ...overrides })
const requestFlyer = (viewer: Viewer | null, id: string, kind: 'service' | 'event' = 'service') =>
  site.app.http.inject({
    url: publicPaths.listingFlyer(kind, id),
    headers: viewer ? { 'x-test-viewer': JSON.stringify(viewer) } : {},
  })
const readFlyer = async (id: string, kind: 'service' | 'event' = 'service') =>
  readPdf((await requestFlyer(author, id, kind)).rawPayload)

describe('the flyer of a listing', () => {
  test('has the listing on one page, with a QR code that leads to it', async () => {
    const images = ['/demo-pictures/barber-1.svg']
    const id = await create({ title: 'Haircuts at home', price: 27.5, phone: '(512) 555-0142', images })
    const response = await requestFlyer(author, id)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
    })
    const flyer = await readPdf(response.rawPayload)
    expect(flyer).toMatchObject({
      pages: 1,
      size: { width: 612, height: 792 },
      title: 'Haircuts at home',
      language: 'en',
      tagged: true,
      code: `${publicUrl}${publicPaths.listing('service', id)}`,
    })
    expect(flyer.alternatives).toContain('Haircuts at home')
    for (const words of ['Haircuts at home', '$27.50', 'Austin, Texas, United States', 'board.example.org'])
      expect(flyer.text).toContain(words)
    expect(flyer.text.split('(512) 555-0142').length - 1, 'once per strip').toBe(8)
  })

  test.each([
    [35, 'hour', '$35 per hour'],
    [35, 'from', 'from $35'],
    [9_999_999.99, 'person', '$9,999,999.99 per person'],
    [0, 'visit', 'Free'],
  ] as const)('shows the price %d with the unit %s as %s', async (price, priceUnit, words) => {
    const { text } = await readFlyer(await create({ price, priceUnit }))
    expect(text.replace(/\s+/g, ' ')).toContain(words)
    expect(text).not.toMatch(/\$0/)
  })

  test('has what everyone may see of the fields that flyers show', async () => {
    const text = { ...plainField, type: 'text', kinds: ['service'], shownOn: ['flyer'] }
    for (const field of [
      { ...text, key: 'skill_level', label: 'Skill level' },
      { ...text, key: 'parking', label: 'Parking', audience: 'signed-in' },
    ])
      await sql`
        insert into listing_field (key, definition)
        values (${field.key}, ${JSON.stringify(field)}::jsonb)`.execute(site.database.kysely)
    const id = await create()
    const values = JSON.stringify({ skill_level: 'Beginner', parking: '4711', years: 5 })
    await sql`update listing set fields = ${values}::jsonb where id = ${id}`.execute(site.database.kysely)
    const flyer = await readFlyer(id)
    expect(flyer.pages).toBe(1)
    expect(flyer.text.replace(/\s+/g, ' ')).toContain('Skill level: Beginner')
    expect(flyer.text).not.toMatch(/4711|5 years/)
  })

  test('of an event has its dates', async () => {
    const id = await create({ kind: 'event', startDate: '2026-12-01', endDate: '2026-12-02' })
    const { text, code } = await readFlyer(id, 'event')
    expect(text.replace(/\s+/g, ' ')).toContain('Tuesday, December 1, 2026 – Wednesday, December 2, 2026')
    expect(code).toBe(`${publicUrl}${publicPaths.listing('event', id)}`)
  })

  test('of a series has its rule in words and its next dates', async () => {
    const authorEmail = author.email
    const id = await createSeries(site.database, { authorEmail, exceptions: ['2026-12-08'] })
    const { text, pages } = await readFlyer(id, 'event')
    const words = text.replace(/\s+/g, ' ')
    expect(pages).toBe(1)
    expect(words).toContain('Every Tuesday, 8 times, except December 8')
    expect(words).toContain('Tuesday, December 1, 2026, 7:30 PM – 9:00 PM')
    expect(words).toContain('Then December 15, December 22, and December 29')
  })

  test('of a series is one page with a QR code, however long its texts are', async () => {
    const id = await createSeries(site.database, {
      title: 'A very long title of an evening '.repeat(4).slice(0, 120),
      images: ['/demo-pictures/barber-1.svg'],
      authorEmail: author.email,
      rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,SA,SU;UNTIL=20270930',
      exceptions: ['2026-12-08', '2026-12-09', '2026-12-10', '2026-12-12', '2026-12-13'],
      eventDetails: { venue_name: 'Community Hall '.repeat(8), venue_address: 'Neighborhood '.repeat(15) },
    })
    const { pages, code, text } = await readFlyer(id, 'event')
    expect({ pages, code }).toEqual({ pages: 1, code: `${publicUrl}${publicPaths.listing('event', id)}` })
    expect(text).toContain('except')
  })

  test('of an event whose town nobody knows names no country', async () => {
    const id = await create({
      kind: 'event',
      state: null,
      city: null,
      eventDetails: { venue_name: 'Blue Hall' },
    })
    const { text } = await readFlyer(id, 'event')
    expect(text).toContain('Blue Hall')
    expect(text).not.toContain('United States')
  })

  test('has the email on its strips if there is no phone number', async () => {
    const id = await create({ phone: '' })
    expect((await readFlyer(id)).text).toContain(author.email)
  })

  test('truncates a long description with an ellipsis', async () => {
    const id = await create({ description: `It begins. ${'More is said. '.repeat(700)} It ends.` })
    const { pages, text } = await readFlyer(id)
    expect(pages).toBe(1)
    expect(text).toContain('It begins.')
    expect(text).not.toContain('It ends.')
    expect(text).toMatch(/…/)
  })

  test('is one page with a QR code for any text', { timeout: 180_000 }, async () => {
    const texts = badTexts.filter((text) => text.trim().length >= 3 && !text.includes('\0'))
    for (const text of [...texts, 'W'.repeat(120), '#image("/package.json")', 'دروس 🎸', 'Z̸̡͎̈́̈́̑̍͝algo', 'ᚠᛇᚻ']) {
      const id = await create({
        title: text.slice(0, 120),
        description: `${text}\n`.repeat(40).slice(0, 10_000),
      })
      const { pages, code } = await readFlyer(id)
      expect({ pages, code }, text).toEqual({
        pages: 1,
        code: `${publicUrl}${publicPaths.listing('service', id)}`,
      })
    }
  })

  test('shows markup verbatim', async () => {
    const id = await create({ title: '*stars* #lorem(5) $x$ <b>bold</b>' })
    const { text, title } = await readFlyer(id)
    expect(title).toBe('*stars* #lorem(5) $x$ <b>bold</b>')
    expect(text.replaceAll('\n', ' ')).toContain('*stars* #lorem(5) $x$ <b>bold</b>')
  })
})

describe('the access to a flyer', () => {
  test('is allowed for the author and an admin', async () => {
    const id = await create()
    expect((await requestFlyer(author, id)).statusCode).toBe(200)
    expect((await requestFlyer(admin, id)).statusCode).toBe(200)
  })

  test('is forbidden for other users', async () => {
    const response = await requestFlyer(other, await create())
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'forbidden' })
  })

  test('redirects a visitor to sign in, and then to the listing', async () => {
    const id = await create()
    const { statusCode, headers } = await requestFlyer(null, id)
    expect(statusCode).toBe(302)
    expect(headers.location).toBe(`/signin?to=${encodeURIComponent(publicPaths.listing('service', id))}`)
    expect(headers['cache-control']).toBe('private, no-store')
  })

  test('is refused for hidden, deleted, and missing listings', async () => {
    const id = await create()
    await setStatus(site.database, id, 'hidden')
    expect((await requestFlyer(author, id)).statusCode).toBe(409)
    expect((await requestFlyer(other, id)).statusCode).toBe(404)
    await setStatus(site.database, id, 'deleted')
    expect((await requestFlyer(author, id)).statusCode).toBe(410)
    expect((await requestFlyer(author, id, 'event')).statusCode).toBe(404)
    expect((await requestFlyer(author, 'nothing')).statusCode).toBe(404)
  })
})
