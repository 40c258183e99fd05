/** Requests that cost more than they should: extreme numbers, large or broken bodies, slow connections, and raw bytes. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { itemsOf, listCalls, listUrl } from '../support/checks/list-calls.ts'
import { slowUnless } from '../support/checks/slow.ts'
import { badNumbers } from '../support/data/bad-values.ts'
import { createListing, createManyListings } from '../support/data/factories.ts'
import { postOf } from '../support/data/posts.ts'
import { type Cast, createCast } from './actors.ts'
import { type Answer, publicUrl } from './browser.ts'
import { expectOwnError, openSocket, sendRaw } from './raw-request.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite({ LOG_LEVEL: 'error', WARM_UP: '3' })

let cast: Cast
beforeAll(async () => {
  cast = await createCast(site)
  await createManyListings(site.database, 1_500, { title: 'Piano lessons for beginners, number {n}' })
  await createManyListings(site.database, 200, { kind: 'event', title: 'Evening of songs, number {n}' })
})

const withQuery = (url: string, query: string) => `${url}${url.includes('?') ? '&' : '?'}${query}`
/** A list whose pages follow a position. */
const queue = '/api/moderation/cases?source=event'
/** Every list with numbers of pages. */
const lists = [
  ...listCalls.map((call) => `/api${listUrl(call)}`),
  ...['/api/admins', '/api/profiles', '/api/moderation/log', '/api/moderation/messages'],
  '/api/moderation/listings?kind=service',
]
const pages = [
  '/all-services',
  '/all-events',
  '/search?searchtext=piano',
  '/category/pet-services',
  '/state/Texas',
]

describe('E1', () => {
  const numbers = [...badNumbers, '999999999', '1&page=2', '-9223372036854775809'].map((number) =>
    // Node sends no other characters than ASCII.
    number.replace(/[^!-~]/gu, encodeURIComponent),
  )
  test.each(lists)('E1 %s rejects every page that is not a small whole number', async (url) => {
    const answers = await Promise.all(
      numbers.map((page) => cast.adminM.browser.get(withQuery(url, `page=${page}`))),
    )
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 400))
  })

  test('E1 the queue begins at the first case after any other position', async () => {
    const first = Object((await cast.adminM.browser.get(queue)).json())
    for (const position of numbers) {
      const { status, json } = await cast.adminM.browser.get(withQuery(queue, `after=${position}`))
      if (status === 200) expect(json()).toEqual({ ...first, at: expect.any(String) })
      else expect(status).toBe(400)
    }
  })

  test.each(pages)('E1 the page %s shows something for any page number', async (url) => {
    const answers = await Promise.all(
      [...numbers, '1000000'].map((page) => cast.visitor.get(withQuery(url, `page=${page}`))),
    )
    for (const { status } of answers) expect([200, 400, 404]).toContain(status)
  })
})

test.each([...lists, queue])('E2 %s is never longer than its largest page', async (url) => {
  for (const limit of ['1000000', '201', '0', '-1', '1e9'])
    expect((await cast.adminM.browser.get(withQuery(url, `limit=${limit}`))).status, limit).toBe(400)
  const { status, content, json } = await cast.adminM.browser.get(withQuery(url, 'limit=50'))
  expect(status).toBe(200)
  expect(itemsOf(json()).length).toBeLessThanOrEqual(50)
  expect(content.length).toBeLessThan(1_000_000)
})

describe('E3', () => {
  const percentile99 = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1]
  let requests = 0

  /**
   * One quiet attempt proves that the server is fast enough; the machine that runs the tests may be busy. Every request
   * differs from all others, so that none is answered from a cache.
   */
  const expectFast = (path: (n: number) => string) =>
    expect
      .poll(
        async () => {
          const clients = Array.from({ length: 100 }, () => {
            requests += 1
            return cast.visitor.get(path(requests))
          })
          let finished = false
          const all = Promise.all(clients).finally(() => {
            finished = true
          })
          const health: Answer[] = []
          while (!finished) {
            health.push(await cast.visitor.get('/healthz'))
            await delay(50)
          }
          const answers = await all
          expect(health.map(({ status }) => status)).toEqual(health.map(() => 200))
          // Searches that no cache answers wait for connections to the database; what would wait too long is shed.
          const shed = answers.filter(({ status }) => status === 503)
          for (const { headers } of shed) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
          const served = answers.filter(({ status }) => [200, 400].includes(status))
          expect(served.length).toBeGreaterThanOrEqual(50)
          expect(served.length + shed.length).toBe(answers.length)
          return percentile99(answers.map(({ ms }) => ms))
        },
        { timeout: 60_000 },
      )
      .toBeLessThan(1_000)

  const search = (text: string) =>
    `/api/servicesbyfilter?searchtext=${encodeURIComponent(text.slice(0, 200))}`
  const words = 'piano lessons begginers number offered sentence texas austin dog walking care pet '
  const attacks: Record<string, (n: number) => string> = {
    'a deep page': (n) => `/api/services?page=${100_000 + n}`,
    'a deep page of a state': (n) => `/api/eventsbyfilter?state=Texas&page=${1_000_000 - n}`,
    'a deep page of a search': (n) => `${search('piano lessons')}&page=${100 + n}`,
    'many words': (n) => search(`${n} ${words}`),
    'made-up words': (n) => search(`qqzxv${n} wwkjh zzpqr bbnmv`),
    'single letters': (n) => search(`${n} a b c d e f g h i j k l m n o p`),
    'a long word': (n) => search(`${n}${'lesson'.repeat(30)}`),
    'a search near a place, with all filters': (n) =>
      `${search(`lessons ${n}`)}&near=Austin&within=100&price_min=1&price_max=${n}&free=true&pictures=true`,
    'a distance from any point': (n) =>
      `/api/eventsbyfilter?near=${30 + n / 10_000},-97.7&within=100&when=week`,
    'the map of a search': (n) =>
      `/api/map?kind=service&searchtext=${encodeURIComponent(`piano lesson ${n}`)}`,
    'suggestions for a word': (n) => `/api/suggestions?q=${encodeURIComponent(`lesso ${n}`)}`,
  }
  const sample = ['a deep page of a search', 'many words', 'a search near a place, with all filters']
  for (const [what, path] of Object.entries(attacks))
    test(
      `E3 ${what} is fast for a hundred clients at once`,
      { tags: ['timed', ...slowUnless(sample.includes(what)).tags] },
      () => expectFast(path),
    )

  test('E3 a statement that takes too long is canceled, and its client told when to try again', async () => {
    const id = await createListing(site.database, { title: 'Behind a lock' })
    // A background job may wait for the lock, be canceled, and wait again with its next statement.
    const listWaiting = async () => {
      const { rows } = await sql<{ statement: string }>`
        select pid || ' ' || query_start as statement from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%listing%'`.execute(
        site.database.kysely,
      )
      return rows.map(({ statement }) => statement)
    }
    await site.database.kysely.transaction().execute(async (tx) => {
      await sql`lock table listing in access exclusive mode`.execute(tx)
      const waiting = new Set<string>()
      const [answer] = await Promise.all([
        cast.visitor.get(`/api/service/${id}`),
        expect
          .poll(async () => {
            for (const statement of await listWaiting()) waiting.add(statement)
            return waiting.size
          })
          .toBeGreaterThan(0),
      ])
      expect([answer.status, answer.json().code]).toEqual([503, 'unavailable'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      // Five seconds, and what a busy machine adds.
      expect(answer.ms).toBeLessThan(15_000)
      await expect
        .poll(async () => (await listWaiting()).filter((statement) => waiting.has(statement)))
        .toEqual([])
    })
    expect((await cast.visitor.get(`/api/service/${id}`)).status).toBe(200)
  })
})

const host = 'host: board.example.test'

describe('E4 a body', () => {
  const send = (body: string | Buffer, headers: Record<string, string | string[]>) =>
    cast.sellerA.browser.send('POST', '/api/services', { body, headers })
  const json = { 'content-type': 'application/json' }
  const valid = JSON.stringify(postOf('service'))

  const bodies: Record<string, [status: number, send: () => Promise<Answer>]> = {
    'of 1 MB': [413, () => send(`{"title":"${'x'.repeat(1_000_000)}"}`, json)],
    'nested 100,000 times': [400, () => send('['.repeat(100_000) + ']'.repeat(100_000), json)],
    'with a field nested 100,000 times': [
      400,
      () => send(`{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, json),
    ],
    'that is a compressed bomb': [
      413,
      () => send(gzipSync(Buffer.alloc(50_000_000)), { ...json, 'content-encoding': 'gzip' }),
    ],
    'of XML': [415, () => send('<title>x</title>', { 'content-type': 'application/xml' })],
    'of plain text': [415, () => send(valid, { 'content-type': 'text/plain' })],
    'of a form': [415, () => send('title=x', { 'content-type': 'application/x-www-form-urlencoded' })],
    'of an unknown type': [415, () => send(valid, { 'content-type': 'application/json5' })],
    'of a malformed type': [415, () => send(valid, { 'content-type': 'json' })],
    'of two types': [415, () => send(valid, { 'content-type': 'text/plain, application/json' })],
  }
  test.each(Object.entries(bodies))('E4 %s is refused', async (_what, [expected, attempt]) => {
    const { status, json: reply } = await attempt()
    expect(status).toBe(expected)
    expect(reply()).toMatchObject({
      code: expected === 413 ? 'too_large' : 'invalid',
      message: expect.stringMatching(/\.$/),
    })
  })

  test('E4 of 10 MB is refused before it is sent', async () => {
    const head = ['content-type: application/json', 'content-length: 10000000', `origin: ${publicUrl}`, host]
    const [response] = await sendRaw(
      site.port,
      `POST /api/services HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{"title":"`,
    )
    expect(response?.status).toBe(413)
    expect(response?.headers.connection).toBe('close')
  })
})

/** Sends the start of a request, then a byte now and then. Resolves to the seconds until the server closes the connection. */
async function drip(head: string, byte: string, signal: AbortSignal): Promise<number> {
  const started = performance.now()
  const socket = await openSocket(site.port)
  socket.resume()
  const closed = once(socket, 'close')
  socket.write(head)
  const timer = setInterval(() => socket.write(byte), 1_000)
  signal.addEventListener('abort', () => socket.destroy())
  await closed
  clearInterval(timer)
  return (performance.now() - started) / 1_000
}

/** Requests a large response and reads almost nothing of it. */
async function readSlowly(): Promise<Socket> {
  const socket = await openSocket(site.port)
  socket.pause()
  socket.write('GET /api/locations HTTP/1.1\r\nhost: board.example.test\r\n\r\n'.repeat(20))
  return socket
}

test('E5 300 slow connections are cut off, and others are served meanwhile', {
  tags: ['timed', 'slow'],
}, async () => {
  const given = new AbortController()
  const slowHeaders = 'GET / HTTP/1.1\r\nhost: board.example.test\r\nx-slow: '
  const slowBody =
    'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: board.example.test\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{'
  const dripping = [slowHeaders, slowBody].flatMap((head) =>
    Array.from({ length: 125 }, () => drip(head, 'a', given.signal)),
  )
  const readers = await Promise.all(Array.from({ length: 50 }, readSlowly))
  const browsing: number[] = []
  const all = Promise.all(dripping)
  const finished = all.then(() => true)
  while (!(await Promise.race([finished, delay(100, false)]))) {
    for (const path of ['/', '/api/services', '/all-events']) {
      const { status, ms } = await cast.visitor.get(path)
      expect(status).toBe(200)
      browsing.push(ms)
    }
  }
  given.abort()
  for (const socket of readers) socket.destroy()
  // Thirty seconds, and up to five until the next check.
  expect(Math.max(...(await all))).toBeLessThan(38)
  const sorted = browsing.toSorted((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThan(1_000)
})

const get = (path: string, ...lines: string[]) =>
  `GET ${path} HTTP/1.1\r\n${[host, ...lines, 'connection: close'].join('\r\n')}\r\n\r\n`

describe('E6', () => {
  const requests: Record<string, [status: number[], request: string]> = {
    'a header of 20 kB': [[431], get('/', `x-long: ${'x'.repeat(20_000)}`)],
    'a URL of 20 kB': [[431], get(`/${'x'.repeat(20_000)}`)],
    'a query of 20 kB': [[431], get(`/api/services?searchtext=${'x'.repeat(20_000)}`)],
    '500 cookies': [
      [431],
      get('/', `cookie: ${Array.from({ length: 500 }, (_, n) => `c${n}=${'x'.repeat(30)}`).join('; ')}`),
    ],
    '5,000 headers': [[431], get('/', ...Array.from({ length: 5_000 }, (_, n) => `x-${n}: y`))],
    'an id of 101 characters': [[400, 404, 414], get(`/api/service/${'x'.repeat(101)}`)],
    'an id of 3,000 characters': [[400, 404, 414], get(`/api/service/${'x'.repeat(3_000)}`)],
  }
  test.each(Object.entries(requests))(
    'E6 %s is refused with our own error',
    async (_what, [expected, request]) => {
      const [response, ...others] = await sendRaw(site.port, request)
      expect(others).toEqual([])
      if (!response) throw new Error('The server closed the connection without a response.')
      const { body, ...rest } = response
      const { fields: _fields, ...error } = JSON.parse(body)
      expectOwnError({ ...rest, body: JSON.stringify(error) }, expected)
      expect((await cast.visitor.get('/healthz')).status).toBe(200)
    },
  )
})

describe('E11 the same post', () => {
  const send = (key: string, body: unknown) =>
    cast.sellerB.browser.post('/api/services', body, { 'idempotency-key': key })
  const count = async (title: string) =>
    (await cast.sellerB.browser.get('/api/servicesbyauser'))
      .json<{ title: string }[]>()
      .filter((ad) => ad.title === title).length

  test('E11 ten times at once and again later is one ad, with the same response', async () => {
    const body = postOf('service', { title: 'Sent ten times' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('key-1', body)))
    answers.push(await send('key-1', body))
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(201))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await count('Sent ten times')).toBe(1)
  })

  test('E11 with the same key and other content is a conflict', async () => {
    expect((await send('key-2', postOf('service', { title: 'First content' }))).status).toBe(201)
    expect((await send('key-2', postOf('service', { title: 'Other content' }))).status).toBe(409)
    expect([await count('First content'), await count('Other content')]).toEqual([1, 0])
  })

  test('E11 by someone else with the same key is their own ad', async () => {
    const headers = { 'idempotency-key': 'key-1' }
    const answer = await cast.sellerA.browser.post(
      '/api/services',
      postOf('service', { title: 'Sent ten times' }),
      headers,
    )
    expect(answer.status).toBe(201)
    expect(await count('Sent ten times')).toBe(1)
  })
})
