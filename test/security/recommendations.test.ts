/** Recommendations: written without the right to, and other people's ones. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../support/data/factories.ts'
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
      () =>
        browser.post('/api/moderation/cases', {
          cases: [{ source: 'person', id: missing }],
          decision: 'hide',
        }),
      () => browser.get('/api/moderation/cases'),
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

describe('H2 recommendations that someone gives to themselves', () => {
  const form = (writer: Actor, seller: Actor) =>
    writer.browser.get(`/api/recommendation-form/${seller.profileId}`)
  const recommend = (writer: Actor, seller: Actor) =>
    writer.browser.post(`/api/recommend/${seller.profileId}`, { text: 'The best of all.' })

  /** They exchanged messages about an ad of the seller so many hours ago. */
  async function talk(writer: Actor, seller: Actor, hours: number) {
    const ad = await createListing(site.database, { authorEmail: seller.email })
    const asked = await writer.browser.post(`/api/message-author/${ad}`, { text: 'Hello' })
    const { conversation } = asked.json<{ conversation: string }>()
    await seller.browser.post(`/api/conversation/${conversation}`, { text: 'Yes' })
    await sql`update conversation set created = now() - make_interval(hours => ${hours}) where id = ${conversation}`.execute(
      site.database.kysely,
    )
  }

  let host = 30
  const createPerson = (daysOld: number, from?: string) => {
    host += 1
    return createActor(site, { daysOld, from: from ?? `127.0.1.${host}`, name: 'Ida Holm' })
  }

  test.each([
    ['by 12 new accounts', 0, 30, 48, /must be 7 days old/],
    ['by an account of six days', 6, 30, 48, /must be 7 days old/],
    ['of an account of six days', 30, 6, 48, /joined less than a week ago/],
    ['an hour after the first message', 30, 30, 1, /come back tomorrow/],
  ])('%s are refused with a sentence', async (what, writerDays, sellerDays, hours, sentence) => {
    const seller = await createPerson(sellerDays)
    for (let n = 0; n < (what.includes('12') ? 12 : 1); n += 1) {
      const writer = await createPerson(writerDays)
      await talk(writer, seller, hours)
      expect((await form(writer, seller)).json().refusal).toMatch(sentence)
      const refused = await recommend(writer, seller)
      expect([refused.status, refused.json().message]).toEqual([409, expect.stringMatching(sentence)])
    }
    const { text } = await cast.visitor.get(`/api/recommendations?seller=${seller.profileId}`)
    expect(text).toContain('"total":0')
  })

  test('from the network of the seller are refused, also from another one later', async () => {
    const seller = await createPerson(30, '127.0.2.1')
    const writer = await createPerson(30, '127.0.2.1')
    await talk(writer, seller, 48)
    const elsewhere: Actor = { ...writer, browser: site.open({ from: '127.0.2.2' }) }
    for (const [name, value] of writer.browser.cookies) elsewhere.browser.cookies.set(name, value)
    for (const who of [writer, elsewhere]) {
      const refused = await recommend(who, seller)
      expect([refused.status, refused.json().message]).toEqual([409, expect.stringMatching(/same network/)])
    }
    const honest = await createPerson(7, '127.0.2.3')
    await talk(honest, seller, 25)
    expect((await form(honest, seller)).json().refusal).toBe(null)
    expect((await recommend(honest, seller)).status).toBe(200)
  })
})
