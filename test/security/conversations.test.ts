/** Other people's conversations: reading, answering, changing, and finding out that they exist. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../support/data/factories.ts'
import { type Cast, createCast } from './actors.ts'
import type { Browser } from './browser.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite()
const { kysely } = site.database
const secretText = 'The key is under the blue pot.'
const missing = '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b'
let cast: Cast
/** Between sellers A and B. */
let id: string

beforeAll(async () => {
  cast = await createCast(site)
  const ad = await createListing(site.database, { authorEmail: cast.sellerA.email })
  const answer = await cast.sellerB.browser.post(`/api/message-author/${ad}`, { text: secretText })
  id = answer.json<{ conversation: string }>().conversation
})

const requests = (browser: Browser, id: string) => [
  () => browser.get(`/api/conversation/${id}`),
  () => browser.get(`/api/conversation/${id}?before=${missing}`),
  () => browser.post(`/api/conversation/${id}`, { text: 'Hi' }),
  () => browser.put(`/api/conversation/${id}`, { blocked: true, muted: true }),
  () => browser.put(`/api/conversation-read/${id}`),
  () => browser.put(`/api/conversation-report/${id}`, { reason: 'scam' }),
  () => browser.get(`/messages/${id}`, { accept: 'text/html' }),
  () => browser.submit(`/messages/${id}`, { text: 'Hi' }),
  ...['mute', 'block', 'unblock', 'report', 'x'].map(
    (action) => () => browser.submit(`/messages/${id}`, { action, reason: 'scam' }),
  ),
]

/** Pages contain the address that was asked for, and the time. */
const comparable = (text: string) => text.replaceAll(id, missing).replace(/"renderedAt":"[^"]+"/, '')

describe('A19 someone else’s conversation', () => {
  test.each(['suspended', 'adminM', 'adminN'] as const)('does not exist for %s', async (who) => {
    const { browser } = cast[who]
    const unknown = requests(browser, missing)
    await expectUnchanged(site.database, async () => {
      for (const [n, request] of requests(browser, id).entries()) {
        const answer = await request()
        const other = await unknown[n]?.()
        expect([n, answer.status]).toEqual([n, other?.status])
        expect([n, answer.status]).toEqual([n, expect.toBeOneOf([400, 403, 404])])
        expect(answer.text).not.toContain(secretText)
        expect(comparable(answer.text)).toBe(comparable(other?.text ?? ''))
      }
    })
    expect((await browser.get('/api/conversations')).text).not.toContain(id)
    expect((await browser.get('/api/account-data')).text).not.toContain(secretText)
  })

  test('does not exist for a visitor', async () => {
    await expectUnchanged(site.database, async () => {
      for (const request of requests(cast.visitor, id)) {
        const { status, text } = await request()
        expect(status).toBeOneOf([302, 303, 400, 401])
        expect(text).not.toContain(secretText)
      }
    })
  })

  test('is not read by admins in the queues unless it is reported', async () => {
    expect((await cast.adminM.browser.get('/api/moderation/cases')).text).not.toContain(secretText)
    await cast.sellerA.browser.put(`/api/conversation-report/${id}`, { reason: 'scam' })
    expect((await cast.adminM.browser.get('/api/moderation/cases')).text).toContain(secretText)
    expect((await cast.sellerB.browser.get('/api/moderation/cases')).status).toBe(403)
  })
})

test('A19 forged links that stop messages change nothing', async () => {
  const { rows } = await sql<{ id: string }>`select id from conversation_participant`.execute(kysely)
  await expectUnchanged(site.database, async () => {
    for (const { id } of rows)
      for (const token of [
        id,
        id.replaceAll('-', ''),
        `${Buffer.from(id).toString('base64url')}`,
        'a'.repeat(45),
        '',
      ])
        expect((await cast.visitor.post('/api/stop-messages', { token })).status).toBe(400)
  })
})

test('B22 a form of another site sends nothing', async () => {
  await expectUnchanged(site.database, async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: null }])
      for (const [name, value] of [
        ['text', 'Hi'],
        ['action', 'block'],
      ] as const)
        expect(
          (await cast.sellerB.browser.submit(`/messages/${id}`, { [name]: value }, headers)).status,
        ).toBe(403)
  })
})

test('B13 a conversation is gone after signing out', async () => {
  const { browser } = cast.sellerB
  expect((await browser.get(`/messages/${id}`)).text).toContain(secretText)
  await browser.post('/api/logout')
  const { status, headers } = await browser.get(`/messages/${id}`)
  expect([status, headers.location]).toEqual([302, `/signin?to=${encodeURIComponent(`/messages/${id}`)}`])
})
