/** How many queries a page sends: they take more time than rendering it. */
import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createListing, createManyListings } from '../../../../test/support/data/factories.ts'
import { createTestApp } from '../../../../test/support/site/app.ts'

const site = await createTestApp(undefined, { cachePages: false })
await createManyListings(site.database, 20)
const service = await createListing(site.database)
const event = await createListing(site.database, { kind: 'event' })

/** Returns the texts of the queries that a page sends, without those that concurrent pages share. */
async function queriesOf(url: string): Promise<string[]> {
  const sent = vi.spyOn(site.database.pool, 'query')
  const { statusCode } = await site.app.http.inject({ url })
  const texts = sent.mock.calls.map(([query]) => {
    const { text } = query as unknown as { text: string }
    return text
  })
  sent.mockRestore()
  expect(statusCode).toBe(200)
  return texts.filter((text) => !/pg_current_snapshot|update_event_order|from event_state/.test(text))
}

test.each([
  ['service', `/ad-details/${service}`, 2],
  ['event', `/event-details/${event}`, 3],
])('the page of a %s reads the ad once, for all its calls', async (_kind, url, count) => {
  await site.app.http.inject({ url })
  const queries = await queriesOf(url)
  expect(queries.filter((text) => text.includes('messages_only'))).toHaveLength(1)
  // The ad and similar ones; of an event, also who goes there.
  expect(queries.length).toBeLessThanOrEqual(count)
})

test('calls of their own read again', async () => {
  const before = await site.get<{ title: string }>(`/service/${service}`)
  await site.database.kysely
    .updateTable('listing')
    .set({ title: 'Renamed' })
    .where('id', '=', service)
    .execute()
  const after = await site.get<{ title: string }>(`/service/${service}`)
  expect([before.body.title === 'Renamed', after.body.title]).toEqual([false, 'Renamed'])
})

test('a page that is rendered for one request is compressed as its reader accepts', async () => {
  const url = '/search?searchtext=listing'
  const plain = await site.app.http.inject({ url })
  const compressed = await site.app.http.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(compressed.headers['content-length']).toBe(String(compressed.rawPayload.length))
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body)
})
