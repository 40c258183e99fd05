/** A hidden or deleted ad disappears from every surface at once, also for clients that have cached it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { slowUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'
import { noisyPicture } from '../support/data/pictures.ts'
import { postOf } from '../support/data/posts.ts'
import { pictureForm } from '../support/data/uploads.ts'
import { type Cast, createCast } from './actors.ts'
import type { Browser } from './browser.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite()
let cast: Cast
/** Listings like the others, whose pages show similar ads. */
let neighbors: Record<Kind, string>
beforeAll(async () => {
  cast = await createCast(site)
  const place = { category: 'Music & Performing Arts', subcategory: 'Piano Lessons' }
  neighbors = {
    service: await createListing(site.database, { kind: 'service', ...place, title: 'Piano neighbor' }),
    event: await createListing(site.database, {
      kind: 'event',
      ...place,
      title: 'Piano neighbor',
      startDate: '2030-12-01',
    }),
  }
})

type Kind = 'service' | 'event'
type Ad = { kind: Kind; id: string; word: string; picture: string; sellerId: string }

async function post(kind: Kind, word: string): Promise<Ad> {
  const { browser, profileId } = cast.sellerA
  const { payload, headers } = pictureForm(await noisyPicture())
  const uploaded = await browser.send('POST', '/api/images', { body: payload, headers })
  const picture = String(uploaded.json().secure_url)
  const days = kind === 'event' ? { startDate: '2030-12-01', endDate: '2030-12-02' } : {}
  const body = postOf(kind, { ...days, title: `Piano ${word}`, images: [picture] })
  const { status, text } = await browser.post(`/api/${kind}s`, body)
  expect(status, text).toBe(201)
  return {
    kind,
    id: JSON.parse(text)._id,
    word,
    picture: new URL(picture, 'https://board.example.test').pathname,
    sellerId: profileId,
  }
}

/** The addresses of the ad itself. */
const ownSurfaces = ({ kind, id, picture }: Ad) => [
  `/api/${kind}/${id}`,
  `/${kind === 'service' ? 'ad' : 'event'}-details/${id}`,
  `/share/${id}.jpg`,
  picture,
  ...(kind === 'event' ? [`/feeds/events/${id}.ics`] : []),
]

/** Every list, page, and feed that shows the ad while it is public. */
function listSurfaces({ kind, word, sellerId }: Ad): string[] {
  const kinds = `${kind}s`
  const calls = {
    category: 'category=Music%20%26%20Performing%20Arts',
    subcategory: 'subcategory=Piano%20Lessons',
    country: 'country=United%20States',
    state: 'state=Texas',
    city: 'city=Austin',
    seller: `seller=${sellerId}`,
  }
  return [
    `/api/${kinds}`,
    `/api/${kinds}byfilter?searchtext=${word}`,
    ...Object.entries(calls).map(([name, query]) => `/api/${kinds}by${name}?${query}`),
    `/api/${kind}/${neighbors[kind]}/similar`,
    `/all-${kinds}`,
    `/all-${kinds}?searchtext=${word}`,
    `/search?searchtext=${word}`,
    `/state/Texas?tab=${kinds}`,
    `/seller/${sellerId}?tab=${kinds}`,
    `/feeds/${kinds}.atom`,
    `/feeds/${kinds}.json`,
    ...(kind === 'event'
      ? ['/feeds/events.ics', '/embed/events?limit=50', `/embed/events?seller=${sellerId}`]
      : []),
  ]
}

async function sitemapText(browser: Browser): Promise<string> {
  const index = (await browser.get('/sitemap.xml')).text
  const parts = [...index.matchAll(/<loc>https:\/\/[^/]+(\/sitemap\/[^<]+)<\/loc>/g)].map(
    ([, path = '']) => path,
  )
  return (await Promise.all(parts.map(async (path) => (await browser.get(path)).text))).join('\n')
}

/** Requests every surface, and returns the entity tags by address. */
async function expectVisible(ad: Ad): Promise<Map<string, string>> {
  const etags = new Map<string, string>()
  for (const path of ownSurfaces(ad)) {
    const read = async () => {
      const { status, headers } = await cast.visitor.get(path)
      if (headers.etag) etags.set(path, headers.etag)
      return status
    }
    // Pictures are drawn at a low priority: a busy machine gives up after half a minute, and asks to try again.
    await expect.poll(read, { message: path, timeout: 90_000 }).toBe(200)
  }
  for (const path of listSurfaces(ad)) {
    const read = async () => {
      const { text, headers } = await cast.visitor.get(path)
      if (headers.etag) etags.set(path, headers.etag)
      return text
    }
    // Searches of visitors find it within a second. Lists show it at once.
    if (path.includes('searchtext=')) await expect.poll(read, { message: path }).toContain(`Piano ${ad.word}`)
    else expect(await read(), path).toContain(`Piano ${ad.word}`)
  }
  expect(await sitemapText(cast.visitor)).toContain(ad.id)
  return etags
}

async function expectInvisible(browser: Browser, ad: Ad, etags: Map<string, string>) {
  for (const path of ownSurfaces(ad)) {
    const { status, text } = await browser.get(path, { 'if-none-match': etags.get(path) ?? null })
    expect([path, status]).toEqual([path, expect.toBeOneOf([404, 410])])
    expect(text, path).not.toContain(ad.word)
  }
  for (const path of listSurfaces(ad)) {
    const { status, text } = await browser.get(path, { 'if-none-match': etags.get(path) ?? null })
    // An empty seller's page no longer exists.
    expect([path, status]).toEqual([path, expect.toBeOneOf(path.includes('seller') ? [200, 404] : [200])])
    expect(text, path).not.toContain(`Piano ${ad.word}`)
    expect(text, path).not.toContain(ad.picture)
  }
  expect(await sitemapText(browser)).not.toContain(ad.id)
}

describe.each(['service', 'event'] as const)('A15 a %s', (kind) => {
  test(
    'that an admin hides disappears everywhere for everyone else, and comes back',
    slowUnless(kind === 'service'),
    async () => {
      const ad = await post(kind, `quokka${kind}`)
      const etags = await expectVisible(ad)
      const decide = (decision: string) =>
        cast.adminM.browser.post('/api/moderation/decide', { ids: [ad.id], decision, reason: 'Off topic.' })
      expect((await decide('hide')).status).toBe(200)
      for (const browser of [cast.visitor, cast.sellerB.browser]) await expectInvisible(browser, ad, etags)
      for (const browser of [cast.sellerA.browser, cast.adminM.browser]) {
        const { status, headers } = await browser.get(`/api/${kind}/${ad.id}`)
        expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
        expect((await browser.get(ad.picture)).headers['cache-control']).toBe('private, no-store')
      }
      expect((await decide('approve')).status).toBe(200)
      await expectVisible(ad)
    },
  )

  test(
    'that its author deletes disappears everywhere for everyone',
    slowUnless(kind === 'event'),
    async () => {
      const ad = await post(kind, `wombat${kind}`)
      const etags = await expectVisible(ad)
      expect((await cast.sellerA.browser.delete(`/api/${kind}/${ad.id}`)).status).toBe(200)
      await expectInvisible(cast.visitor, ad, etags)
    },
  )
})

test('A15 the ads of someone who is suspended disappear everywhere', async () => {
  const ads = [await post('service', 'numbatservice'), await post('event', 'numbatevent')]
  const seen = await Promise.all(ads.map(async (ad) => ({ ad, etags: await expectVisible(ad) })))
  const { profileId } = cast.sellerA
  const { status } = await cast.adminM.browser.put(`/api/moderation/suspend/${profileId}`, {
    reason: 'Fake ads.',
  })
  expect(status).toBe(200)
  for (const { ad, etags } of seen) await expectInvisible(cast.sellerB.browser, ad, etags)
})
