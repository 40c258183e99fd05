/** A customer with a whole IPv6 /48 has 65,536 networks; together, they get three times the limits of one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { send } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { createTestApp } from '../support/site/app.ts'

// Budgets refill by this clock only, so that a slow machine changes nothing.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The limits of production. Without a store, whose clock goes on. */
const limits = { rateLimit: 1, redisUrl: 'redis://127.0.0.1:1' }
/** An address in one of the networks of a /48. */
const addressIn = (network: number, prefix = '2001:db8:7') => `${prefix}:${network.toString(16)}::1`
const count = (statuses: number[], status: number) => statuses.filter((found) => found === status).length

test('H6 the networks of one /48 share a budget of three bursts for requests', async () => {
  const site = await createTestApp(undefined, limits)
  const get = async (from: string) =>
    (await site.app.http.inject({ url: '/api/services', remoteAddress: from })).statusCode
  const statuses: number[] = []
  for (let network = 0; network < 8; network += 1)
    for (let n = 0; n < 20; n += 1) statuses.push(await get(addressIn(network)))
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([120, 40])
  expect(await get(addressIn(0, '2001:db8:8')), 'another customer').toBe(200)
  expect(await get('192.0.2.7')).toBe(200)
})

test('H6 one network cannot spend what the others of its /48 have', async () => {
  const site = await createTestApp(undefined, limits)
  for (let n = 0; n < 200; n += 1)
    await site.app.http.inject({ url: '/api/services', remoteAddress: addressIn(1) })
  const neighbor = await site.app.http.inject({ url: '/api/services', remoteAddress: addressIn(2) })
  expect(neighbor.statusCode).toBe(200)
})

test('H6 the networks of one /48 share three times the attempts: sign-ins, reports, and messages', async () => {
  const site = await createTestApp(undefined, limits)
  const ad = await createListing(site.database)
  const attempts: [string, number, (from: string, n: number) => Promise<{ status: number }>][] = [
    [
      'sign-ins',
      18,
      (from, n) =>
        send(site, 'POST', '/auth/sign-in/email', {
          body: { email: `nobody${n}@example.com`, password: 'not the right one' },
          from,
        }),
    ],
    ['reports', 30, (from) => send(site, 'PUT', `/service-report/${ad}`, { body: {}, from })],
    [
      'links',
      9,
      (from, n) =>
        send(site, 'POST', '/auth/sign-in/magic-link', {
          body: { email: `somebody${n}@example.com` },
          from,
        }),
    ],
  ]
  for (const [what, allowed, attempt] of attempts) {
    const statuses: number[] = []
    for (let n = 0; n < allowed + 6; n += 1) statuses.push((await attempt(addressIn(n), n)).status)
    expect([what, statuses.length - count(statuses, 429)]).toEqual([what, allowed])
    expect((await attempt(addressIn(0, '2001:db8:8'), 99)).status, what).not.toBe(429)
  }
})

test('H6 the contact form asks a whole /48 for a proof of work after six messages', {
  tags: ['slow'],
}, async () => {
  const site = await createTestApp(undefined, limits)
  const write = (network: number) =>
    send(site, 'POST', '/send-email', {
      body: { name: 'Vera Lind', email: `vera${network}@example.org`, message: 'Hello, a question.' },
      from: addressIn(network),
    })
  const statuses: number[] = []
  for (let network = 0; network < 8; network += 1) statuses.push((await write(network)).status)
  expect(statuses).toEqual([...Array(6).fill(200), 400, 400])
})
