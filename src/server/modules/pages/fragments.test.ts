/** Parts of pages that are rendered once for many pages (`web/fragment-cache.tsx`) are never out of date. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser } from '../../../../test/support/accounts.ts'
import { createTestApp, today, viewerWith } from '../../../../test/support/app.ts'
import { createListing } from '../../../../test/support/factories.ts'

const minuteMs = 60_000
/** The app's clock. */
const now = new Date(`${today}T17:00:00Z`)

const site = await createTestApp(undefined, { cachePages: false })
const { database, setNow } = site
const posted = new Date(now.getTime() - 5 * minuteMs).toISOString()
// Pictures elsewhere: of those that load at once, React adds preloads to the page's head.
const images = ['https://images.example.com/one.jpg']
await createListing(database, { title: 'Piano lessons', posted, images })

await createListing(database, { kind: 'event', title: 'Jazz night', startDate: today, endDate: today })

/** Returns a page as it is rendered for another request. */
async function read(url: string, headers: Record<string, string> = {}): Promise<string> {
  const { body, statusCode } = await site.app.http.inject({ url, headers })
  expect(statusCode).toBe(200)
  return body
}

const preloads = /<link rel="preload"[^>]* as="image"[^>]*>|<link rel="preload" as="image"[^>]*>/g
const urlOf = (link: string) => /href="([^"]*)"/.exec(link)?.[1]
/** The place and the order of the attributes of preloads differ. */
const comparable = (html: string) => [
  html.replace(preloads, ''),
  (html.match(preloads) ?? []).map(urlOf).toSorted(),
]

test('pages are the same, however often their parts were rendered before', async () => {
  for (const url of [
    '/',
    '/all-services',
    '/all-events',
    '/category/pet-services',
    '/search?searchtext=piano',
  ]) {
    const first = await read(url)
    for (let time = 0; time < 3; time += 1) expect(comparable(await read(url))).toEqual(comparable(first))
  }
  expect(await read('/all-services')).toContain(images[0])
  // A preload is in the head, never in a card.
  expect((await read('/all-services')).split('</head>')[1]).not.toContain('rel="preload"')
})

test('ages and days advance', async () => {
  for (const [minutes, age] of [
    [0, '5 minutes ago'],
    [1, '6 minutes ago'],
    [60, 'hour ago'],
  ] as const) {
    setNow(new Date(now.getTime() + minutes * minuteMs))
    for (let time = 0; time < 3; time += 1) expect(await read('/all-services')).toContain(age)
  }
  setNow(new Date(now.getTime() + 24 * 60 * minuteMs))
  for (let time = 0; time < 3; time += 1) expect(await read('/all-events')).toContain('Expired')
  setNow(now)
  for (let time = 0; time < 3; time += 1) {
    expect(await read('/all-services')).toContain('5 minutes ago')
    expect(await read('/all-events')).not.toContain('Expired')
  }
})

test('a changed listing is shown at once', async () => {
  for (const title of ['Piano lessons at home', 'Organ lessons']) {
    await sql`update listing set title = ${title} where kind = 'service'`.execute(database.kysely)
    for (let time = 0; time < 3; time += 1)
      expect(await read('/all-services')).toContain(`aria-label="${title}"`)
  }
})

test('signed-in people get parts that are rendered for them', async () => {
  const { accountId, email } = await createUser(database)
  const headers = { 'x-test-viewer': JSON.stringify(viewerWith({ accountId, email })) }
  const heart = /<form class="([^"]*)" action="\/saved"/
  await read('/all-services')
  await read('/all-services')
  expect(heart.exec(await read('/all-services'))?.[1]).toContain('needs-script')
  expect(heart.exec(await read('/all-services', headers))?.[1]).not.toContain('needs-script')
})
