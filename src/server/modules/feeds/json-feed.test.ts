import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAtom, readJsonFeed, readRss } from '../../../../test/support/checks/documents.ts'
import { createListing, createManyListings, setStatus } from '../../../../test/support/data/factories.ts'
import { strangeTexts } from '../../../../test/support/data/strange-texts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

const site = 'https://board.example'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp(undefined, { publicUrl: site })
})
beforeEach(() => sql`delete from listing`.execute(app.database.kysely))

const request = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ url, headers })
async function feed(url: string) {
  const { statusCode, body } = await request(url)
  expect(statusCode).toBe(200)
  return readJsonFeed(body)
}

describe.each(['service', 'event'] as const)('the JSON feed of %ss', (kind) => {
  const address = `/feeds/${kind}s.json`

  test('has the entries of the Atom and the RSS feed, for every filter and order', async () => {
    await createManyListings(app.database, 55, { kind })
    await createListing(app.database, {
      kind,
      title: 'Piano <b>lessons</b>',
      description: 'First & foremost.',
      city: 'Dallas',
      price: 5,
      images: ['/demo-pictures/barber-1.svg'],
      posted: '2026-11-19T12:00:00.000Z',
    })
    for (const query of ['', '?city=Dallas', '?sort=price-asc', '?searchtext=piano', '?category=Nothing']) {
      const json = await feed(address + query)
      const atom = readAtom((await request(address.replace('.json', '.atom') + query)).body)
      expect(
        json.items.map(({ id, title, content_html, url, tags, date_published, date_modified }) => [
          ...[id, title, content_html, url, date_published, date_modified],
          tags,
        ]),
      ).toEqual(
        atom.entry.map(({ id, title, content, link, published, updated, category }) => [
          ...[id, title, content['#text'], link[0]?.['@href'], published, updated],
          category.map((topic) => topic['@term']),
        ]),
      )
      const rss = readRss((await request(address.replace('.json', '.rss') + query)).body)
      expect(
        rss.items.map(({ guid, title, description, link, pubDate, category = [] }) => [
          ...[guid['#text'], title, description, link[0], pubDate, category],
        ]),
      ).toEqual(
        json.items.map(({ id, title, content_html, url, date_published, tags }) => [
          ...[id, title, content_html, url, new Date(date_published ?? '').toUTCString(), tags],
        ]),
      )
      expect([json.title, json.title]).toEqual([atom.title, rss.title])
      expect(json.feed_url).toBe(`${site}${address}${query}`)
    }
    const [found] = (await feed(`${address}?searchtext=piano`)).items
    expect(found?.image).toBe(`${site}/demo-pictures/barber-1.svg`)
  })

  test('follows every change at once, is valid when it is empty, and returns 304 for its ETag', async () => {
    expect((await feed(address)).items).toEqual([])
    const id = await createListing(app.database, { kind, authorEmail: 'seller@example.com' })
    const { headers, body } = await request(address)
    expect(body).toContain(id)
    expect(body).not.toContain('seller@')
    expect(headers).toMatchObject({
      'content-type': 'application/feed+json; charset=utf-8',
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
    })
    const known = { 'if-none-match': String(headers.etag) }
    expect(await request(address, known)).toMatchObject({ statusCode: 304, body: '' })
    await setStatus(app.database, id, 'hidden')
    expect((await request(address, known)).statusCode).toBe(200)
    expect((await feed(address)).items).toEqual([])
  })

  test('is valid for strange texts, and rejects bad parameters with a sentence', async () => {
    for (const text of strangeTexts)
      await createListing(app.database, {
        kind,
        title: `${text} abc`,
        description: `${text} and ten characters`,
      })
    const { items } = await feed(address)
    expect(items).toHaveLength(strangeTexts.length)
    for (const { content_html } of items) expect(content_html).not.toMatch(/<(?!\/?p>)/)
    for (const query of ['sort=upwards', `searchtext=${'x'.repeat(201)}`, 'state=Texas&state=Ohio']) {
      const { statusCode, body } = await request(`${address}?${query}`)
      expect([statusCode, body]).toEqual([400, expect.stringContaining(query.split('=')[0] ?? '')])
    }
  })
})
