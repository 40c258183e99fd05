/** Other people's saved searches and browsers: reading, changing, deleting, and finding out that they exist. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createUnsubscribeLinks } from '../../src/server/modules/notifications/unsubscribe-links.ts'
import { type Cast, createCast } from './actors.ts'
import type { Browser } from './browser.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite()
const secretName = 'Gifts for Mia'
const missing = '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b'
const endpoint = 'https://push.example.org/browser-of-seller-a'
const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) }
let cast: Cast
/** Seller A's. */
let id: string

beforeAll(async () => {
  cast = await createCast(site)
  const { browser } = cast.sellerA
  const body = { kind: 'service', name: secretName, frequency: 'daily', filter: { searchtext: 'piano' } }
  id = (await browser.post('/api/saved-searches', body)).json<{ id: string }>().id
  expect((await browser.post('/api/push-subscriptions', { endpoint, keys })).status).toBe(200)
})

const requests = (browser: Browser, id: string) => [
  () => browser.put(`/api/saved-search/${id}`, { paused: true }),
  () => browser.put(`/api/saved-search/${id}`, { name: 'Mine', frequency: 'weekly' }),
  () => browser.delete(`/api/saved-search/${id}`),
  ...['pause', 'resume', 'delete', 'x'].map(
    (action) => () => browser.submit(`/saved-searches/${id}`, { action, name: 'Mine', frequency: 'weekly' }),
  ),
]

const comparable = (text: string) => text.replaceAll(id, missing).replace(/"renderedAt":"[^"]+"/, '')

describe('A19 someone else’s saved search', () => {
  test.each(['sellerB', 'adminM'] as const)('does not exist for %s', async (who) => {
    const { browser } = cast[who]
    const unknown = requests(browser, missing)
    await expectUnchanged(site.database, async () => {
      for (const [n, request] of requests(browser, id).entries()) {
        const answer = await request()
        const other = await unknown[n]?.()
        expect([n, answer.status]).toEqual([n, 404])
        expect([n, other?.status]).toEqual([n, 404])
        expect(comparable(answer.text)).toBe(comparable(other?.text ?? ''))
      }
    })
    for (const path of ['/api/saved-searches', '/api/account-data', '/saved-searches'])
      expect((await browser.get(path)).text).not.toContain(secretName)
  })

  test('does not exist for a visitor', async () => {
    await expectUnchanged(site.database, async () => {
      for (const request of requests(cast.visitor, id))
        expect((await request()).status).toBeOneOf([302, 303, 401])
    })
    expect((await cast.visitor.get('/api/saved-searches')).status).toBe(401)
  })

  test('with the same criteria, it shows nothing about the other', async () => {
    const { browser } = cast.sellerB
    const body = { kind: 'service', name: 'Keys', frequency: 'daily', filter: { searchtext: 'piano' } }
    const own = (await browser.post('/api/saved-searches', body)).json<{ id: string }>().id
    expect(own).not.toBe(id)
    expect((await browser.get('/api/saved-searches')).text).not.toContain(secretName)
    expect((await browser.delete(`/api/saved-search/${own}`)).status).toBe(200)
    expect((await cast.sellerA.browser.get('/api/saved-searches')).text).toContain(secretName)
  })
})

test('A19 forged links that stop alerts are like unknown ones, and change nothing', async () => {
  const links = createUnsubscribeLinks(site.secret)
  const tokenOf = (kind: string) => links.create({ kind, id }).split('token=')[1] ?? ''
  const genuine = tokenOf('saved-search')
  const last = genuine.endsWith('a') ? 'b' : 'a'
  const forged = [
    `saved-search.${id}`,
    `saved-search.${id.replaceAll('-', '')}`,
    id,
    // A link that stops other emails, or that another site made.
    tokenOf('event-changes').replace('event-changes', 'saved-search'),
    createUnsubscribeLinks('the secret of another site')
      .create({ kind: 'saved-search', id })
      .split('token=')[1] ?? '',
    genuine.slice(0, -1),
    // The last character has bits that count for nothing, so the one before is changed, too.
    `${genuine.slice(0, -2)}${last}${last}`,
    genuine.replace('saved-search.', 'saved-searches.'),
  ]
  const attempts = (token: string) => [
    cast.visitor.post('/api/email-subscription', { token }),
    cast.visitor.put('/api/email-subscription', { token, stopped: true }),
    cast.visitor.get(`/unsubscribe?token=${encodeURIComponent(token)}`),
    cast.visitor.submit(`/unsubscribe?token=${encodeURIComponent(token)}`, {
      'List-Unsubscribe': 'One-Click',
    }),
    cast.visitor.submit('/unsubscribe', { token, action: 'stop' }),
  ]
  const replies = async (token: string) =>
    (await Promise.all(attempts(token))).map(({ status, text }) => [
      status,
      comparable(text.replaceAll(token, '').replaceAll(encodeURIComponent(token), '')),
    ])
  const unknown = await replies('saved-search.nonsense')
  expect(unknown.map(([status]) => status)).toEqual([200, 400, 404, 400, 400])
  await expectUnchanged(site.database, async () => {
    for (const token of forged) expect(await replies(token), token).toEqual(unknown)
  })
  expect((await cast.visitor.post('/api/email-subscription', { token: genuine })).text).toContain(secretName)
})

test('A19 someone else’s browser is neither taken over nor removed', async () => {
  const { browser } = cast.sellerB
  const owner = async () => {
    const { rows } = await sql<{ profile_id: string; auth: string }>`
      select profile_id, auth from push_subscription where endpoint = ${endpoint}`.execute(
      site.database.kysely,
    )
    return rows
  }
  const before = await owner()
  expect(before).toEqual([{ profile_id: cast.sellerA.profileId, auth: keys.auth }])
  const other = { ...keys, auth: 'b'.repeat(22) }
  const unknown = await browser.post('/api/push-subscription-removal', { endpoint: `${endpoint}-2` })
  const removal = await browser.post('/api/push-subscription-removal', { endpoint })
  expect([removal.status, removal.text]).toEqual([unknown.status, unknown.text])
  const taken = await browser.post('/api/push-subscriptions', { endpoint, keys: other })
  const fresh = await browser.post('/api/push-subscriptions', { endpoint: `${endpoint}-2`, keys: other })
  expect([taken.status, taken.text]).toEqual([fresh.status, fresh.text])
  expect(await owner()).toEqual(before)
  expect((await browser.get('/api/account-data')).text).not.toContain('browser-of-seller-a"')
})
