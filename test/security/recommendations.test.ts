/** Recommendations: written without the right to, and other people's ones. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../support/factories.ts'
import { type Actor, type Cast, createActor, createCast } from './actors.ts'
import type { Browser } from './browser.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite()
const missing = '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b'
const secretText = 'She kept the key under the blue pot.'
let cast: Cast
/** Of seller A, by seller B; a moderator hid it. */
let hidden: string
/** Of seller A, by seller B; public. */
let shown: string

async function insert(author: Actor, writer: Actor, text: string, isHidden: boolean): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into recommendation (id, author_id, writer_id, text, hidden)
    values (gen_random_uuid(), ${author.profileId}, ${writer.profileId}, ${text},
      ${isHidden ? sql`now()` : sql`null`}) returning id`.execute(site.database.kysely)
  return rows[0]?.id ?? ''
}

beforeAll(async () => {
  cast = await createCast(site)
  await createListing(site.database, { authorEmail: cast.sellerA.email })
  hidden = await insert(cast.sellerA, cast.sellerB, secretText, true)
  shown = await insert(cast.sellerA, cast.sellerB, 'Patient and on time.', false)
})

const writes = (browser: Browser, id: string) => [
  () => browser.put(`/api/recommendation/${id}`, { text: 'Mine' }),
  () => browser.delete(`/api/recommendation/${id}`),
  () => browser.put(`/api/recommendation-reply/${id}`, { text: 'Mine' }),
  () => browser.delete(`/api/recommendation-reply/${id}`),
  ...['change', 'delete', 'reply', 'delete-reply', 'x'].map(
    (action) => () => browser.submit(`/recommendation/${id}`, { action, text: 'Mine' }),
  ),
]
const reads = (browser: Browser, id: string) => [
  () => browser.get(`/api/recommendation/${id}`),
  () => browser.get(`/recommendation/${id}`, { accept: 'text/html' }),
  () => browser.put(`/api/recommendation-report/${id}`, { reason: 'spam' }),
]

/** Pages contain the address that was asked for, and the time. */
const comparable = (text: string, id: string) =>
  text.replaceAll(id, missing).replace(/"renderedAt":"[^"]+"/, '')

describe('A20 someone else’s recommendation', () => {
  test.each(['suspended', 'adminM'] as const)('is changed and deleted by nobody, not by %s', async (who) => {
    const { browser } = cast[who]
    await expectUnchanged(site.database, async () => {
      for (const id of [hidden, shown])
        for (const [n, request] of writes(browser, id).entries())
          expect([n, (await request()).status]).toEqual([n, expect.toBeOneOf([400, 403, 404])])
    })
  })

  test('is, once hidden, read by strangers nowhere and like one that does not exist', async () => {
    const stranger = await createActor(site)
    await expectUnchanged(site.database, async () => {
      const unknown = [...reads(stranger.browser, missing), ...writes(stranger.browser, missing)]
      for (const [n, request] of [
        ...reads(stranger.browser, hidden),
        ...writes(stranger.browser, hidden),
      ].entries()) {
        const [answer, other] = [await request(), await unknown[n]?.()]
        expect([n, answer.status]).toEqual([n, other?.status])
        expect(comparable(answer.text, hidden)).toBe(comparable(other?.text ?? '', hidden))
      }
    })
    const { profileId } = cast.sellerA
    for (const browser of [stranger.browser, cast.visitor])
      for (const path of [
        `/api/recommendations?seller=${profileId}`,
        `/seller/${profileId}`,
        `/api/seller/${profileId}`,
        '/api/account-data',
      ]) {
        const { text } = await browser.get(path)
        expect(text).not.toContain(secretText)
        expect(text).not.toContain(cast.sellerB.email)
      }
  })

  test('is not hidden, changed, or deleted by the person whom it is about', async () => {
    const { browser } = cast.sellerA
    const attempts = [
      () => browser.put(`/api/recommendation/${shown}`, { text: 'The best!' }),
      () => browser.delete(`/api/recommendation/${shown}`),
      () => browser.put(`/api/recommendation/${shown}`, { hidden: true, text: 'x' }),
      () => browser.put(`/api/moderation/seller-report/${missing}`, { decision: 'hide' }),
      () => browser.get('/api/moderation/seller-reports'),
      () => browser.submit(`/recommendation/${shown}`, { action: 'delete' }),
      () => browser.submit(`/recommendation/${shown}`, { action: 'change', text: 'The best!' }),
    ]
    await expectUnchanged(
      site.database,
      async () => {
        for (const [n, request] of attempts.entries())
          expect([n, (await request()).status]).toEqual([n, expect.toBeOneOf([403, 404])])
      },
      { except: ['audit_entry'] },
    )
    await browser.put(`/api/recommendation-report/${shown}`, { reason: 'offensive' })
    expect((await cast.visitor.get(`/api/recommendations?seller=${cast.sellerA.profileId}`)).text).toContain(
      'Patient and on time.',
    )
  })
})

describe('A20 nobody recommends', () => {
  test('without messages, themselves, twice, or as a visitor', async () => {
    const stranger = await createActor(site)
    const { sellerA, sellerB, visitor } = cast
    const recommend = (browser: Browser, { profileId }: Actor, extra = {}) =>
      browser.post(`/api/recommend/${profileId}`, { text: 'The best!', ...extra })
    await expectUnchanged(site.database, async () => {
      expect((await recommend(stranger.browser, sellerA)).status).toBe(409)
      expect((await recommend(sellerB.browser, sellerA)).status).toBe(409)
      expect((await recommend(sellerA.browser, sellerA)).status).toBe(400)
      expect((await recommend(visitor, sellerA)).status).toBe(401)
      const forged = {
        writer_id: sellerB.profileId,
        created: '2000-01-01',
        writer: { id: sellerB.profileId },
      }
      expect((await recommend(stranger.browser, sellerA, forged)).status).toBe(409)
      const form = await stranger.browser.submit(`/seller/${sellerA.profileId}/recommend`, {
        text: 'The best!',
      })
      expect(form.status).toBe(409)
    })
  })
})
