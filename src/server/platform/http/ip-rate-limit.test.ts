import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/app.ts'
import { networkOf } from './ip-rate-limit.ts'

/** Six calls per minute. */
const lowLimit = { rateLimit: 0.05 }
const maxCalls = 6

describe('calls beyond the limit', () => {
  test('are rejected with the time of the next try, in the format of every error', async () => {
    const { app } = await createTestApp(undefined, lowLimit)
    for (let call = 0; call < maxCalls; call += 1) {
      expect((await app.http.inject('/api/services')).statusCode).toBe(200)
    }
    const rejected = await app.http.inject('/api/services')
    expect(rejected.statusCode).toBe(429)
    const seconds = Number(rejected.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(rejected.json()).toEqual({
      code: 'rate_limited',
      message: expect.stringMatching(/try again in \d+ seconds\.$/),
    })
    expect(rejected.headers['x-request-id']).toBeDefined()
    expect(rejected.headers['cache-control']).toBe('no-store')
  })

  test('are counted across all calls, including unknown ones', async () => {
    const { app } = await createTestApp(undefined, lowLimit)
    const calls = [
      '/api/services',
      '/api/events',
      '/api/categories',
      '/api/nothing',
      '/api/services?page=0',
      '/api/x',
    ]
    for (const url of calls) expect((await app.http.inject(url)).statusCode).not.toBe(429)
    for (const url of calls) expect((await app.http.inject(url)).statusCode, url).toBe(429)
  })

  test('are rejected however the URL is encoded', async () => {
    const { app } = await createTestApp(undefined, lowLimit)
    for (let call = 0; call < maxCalls; call += 1) await app.http.inject('/api/services')
    for (const url of ['/%61pi/services', '/ap%69/services', '/%61%70%69/servicesbyfilter?searchtext=dogs']) {
      expect([404, 429], url).toContain((await app.http.inject(url)).statusCode)
    }
  })

  test('do not affect pages, files, or health checks', async () => {
    const { app } = await createTestApp(undefined, lowLimit)
    for (let call = 0; call <= maxCalls; call += 1) await app.http.inject('/api/services')
    for (let call = 0; call <= maxCalls; call += 1) {
      for (const url of ['/', '/icon.svg', '/healthz', '/readyz']) {
        expect((await app.http.inject(url)).statusCode, url).toBe(200)
      }
    }
  })

  test('from one address do not affect another', async () => {
    const { app } = await createTestApp(undefined, lowLimit)
    const from = (remoteAddress: string) => app.http.inject({ url: '/api/services', remoteAddress })
    for (let call = 0; call <= maxCalls; call += 1) await from('192.0.2.1')
    expect((await from('192.0.2.1')).statusCode).toBe(429)
    expect((await from('192.0.2.2')).statusCode).toBe(200)
  })

  test('are counted per IPv6 /64', async () => {
    const { app } = await createTestApp(undefined, lowLimit)
    const from = (remoteAddress: string) => app.http.inject({ url: '/api/services', remoteAddress })
    for (let call = 0; call < maxCalls; call += 1) await from(`2001:db8:1:2::${call}`)
    expect((await from('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
    expect((await from('2001:db8:1:3::1')).statusCode).toBe(200)
  })

  test('are rejected for forged forwarding headers, unless a trusted proxy sends them', async () => {
    const direct = await createTestApp(undefined, lowLimit)
    const statuses: number[] = []
    for (let call = 0; call <= maxCalls; call += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${call}`, 'x-real-ip': `198.51.100.${call}` }
      statuses.push((await direct.app.http.inject({ url: '/api/services', headers })).statusCode)
    }
    expect(statuses.at(-1)).toBe(429)

    const behind = await createTestApp(undefined, { ...lowLimit, trustProxy: '127.0.0.1' })
    const from = (forwarded: string) =>
      behind.app.http.inject({ url: '/api/services', headers: { 'x-forwarded-for': forwarded } })
    for (let call = 0; call <= maxCalls; call += 1) await from(`198.51.100.${call}, 203.0.113.9`)
    expect((await from('203.0.113.9')).statusCode).toBe(429)
    expect((await from('203.0.113.10')).statusCode).toBe(200)
  })
})

test('without a limit, no call is rejected', async () => {
  const { app } = await createTestApp()
  const answers = await Promise.all(Array.from({ length: 200 }, () => app.http.inject('/api/categories')))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
})

describe('the network of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['::ffff:7f00:1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
    ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1%25en1', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('is the same for every notation of an address', () => {
    const notations = [
      '2001:db8:0:2::1',
      '2001:DB8:0:2::1',
      '2001:0db8:0000:0002:0000:0000:0000:0001',
      '2001:db8::2:0:0:0:1',
    ]
    expect(new Set(notations.map(networkOf)).size).toBe(1)
  })

  test('is the same for two addresses that share 64 bits, and differs if these differ', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((bits) => bits.toString(16))
    const groups = fc.array(group, { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(groups, groups, groups, (network, first, second) => {
        // An IPv4 address in IPv6 notation has the network of that IPv4 address.
        fc.pre(network.some((bits) => bits !== '0'))
        const networkOfFirst = networkOf([...network, ...first].join(':'))
        expect(networkOfFirst).toBe(networkOf([...network, ...second].join(':')))
        const elsewhere = [...network.slice(0, 3), network[3] === '1' ? '2' : '1']
        expect(networkOfFirst).not.toBe(networkOf([...elsewhere, ...first].join(':')))
      }),
    )
  })

  test('is a text for anything that a proxy may send', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.%'), maxLength: 60 })
    fc.assert(
      fc.property(text, (address) => typeof networkOf(address) === 'string'),
      { examples: [['1:2:3:4:5:6:7:8:9::'], [''], [':'], ['::::']] },
    )
  })
})
