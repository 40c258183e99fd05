import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPushService } from '../../../../test/support/site/push-service.ts'
import { fetchCalendar, isPublicUrl } from './fetch-calendar.ts'

const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'
let answer: (request: IncomingMessage, response: ServerResponse) => void
let requests: IncomingMessage[] = []
const server = createServer((request, response) => {
  requests.push(request)
  answer(request, response)
})
let port = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = String((server.address() as AddressInfo).port)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const unknown = { etag: null, lastModified: null }
/** Fetches from the server of this test, which is not public. Everything else follows the rules. */
const isAllowedUrl = (url: URL) => (url.port === port && url.hostname === '127.0.0.1') || isPublicUrl(url)
const fetch = (path = '/', options: object = {}) =>
  fetchCalendar(new URL(path, `http://127.0.0.1:${port}`).href, unknown, {
    userAgent: 'Test',
    isAllowedUrl,
    timeoutMs: 3_000,
    ...options,
  })
const reply =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'text/calendar', ...headers }).end(body)
const redirect = (location: string) => reply('', { location }, 302)

test.each([
  ...[
    'http://127.0.0.1/',
    'http://10.1.2.3/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://169.254.169.254/',
  ],
  ...['http://0.0.0.0/', 'http://100.64.0.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/'],
  ...['http://[::1]/', 'http://[::]/', 'http://[fe80::1]/', 'http://[fd00::1]/', 'http://[::ffff:10.0.0.1]/'],
  ...[
    'http://[64:ff9b::a00:1]/',
    'http://localhost/',
    'http://intranet/',
    'http://127.0.0.1./',
    'https://8.8.8.8:8443/',
  ],
  ...[
    'https://example.org:22/',
    'https://user@example.org/',
    'https://:secret@example.org/',
    'ftp://example.org/',
  ],
  ...['file:///etc/passwd', 'data:text/calendar,BEGIN:VCALENDAR', 'http://%6cocalhost/'],
])('never requests %s, not even after a redirect', async (url) => {
  expect(isPublicUrl(new URL(url))).toBe(false)
  const sentence = /^We can’t read this address\./
  await expect(fetchCalendar(url, unknown, { userAgent: 'Test' })).rejects.toThrow(sentence)
  answer = redirect(url)
  await expect(fetch()).rejects.toThrow(sentence)
})

test('requests public addresses on the standard ports', () => {
  for (const url of [
    'https://example.org/a.ics',
    'http://example.org:80/',
    'https://8.8.8.8/',
    'http://[2606:4700::1111]/',
  ])
    expect(isPublicUrl(new URL(url))).toBe(true)
})

test('connects to no name with an address that is not public', async () => {
  requests = []
  answer = reply(calendar)
  const toName = { isAllowedUrl: () => true }
  await expect(fetch(`http://localhost:${port}/`, toName)).rejects.toThrow('We couldn’t connect')
  answer = redirect(`http://localhost:${port}/`)
  await expect(fetch('/', toName)).rejects.toThrow('We couldn’t connect')
  expect(requests.map(({ headers }) => headers.host)).toEqual([`127.0.0.1:${port}`])
})

test('connects to the address that was checked', async () => {
  answer = reply(calendar)
  const names: string[] = []
  const fetched = await fetch(`http://calendar.example:${port}/`, {
    isAllowedUrl: () => true,
    // A second look-up would find nothing.
    lookup: (name: string, { all }: { all?: boolean }, done: (...found: unknown[]) => void) => {
      names.push(name)
      if (names.length > 1) return done(new Error('No such name.'))
      return all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
    },
  })
  expect(fetched.text).toBe(calendar)
  expect(names).toEqual(['calendar.example'])
})

test('follows three redirects and no more', async () => {
  const redirects = (count: number) => (request: IncomingMessage, response: ServerResponse) => {
    const step = Number(request.url?.slice(1))
    if (step < count) redirect(`/${step + 1}`)(request, response)
    else reply(calendar)(request, response)
  }
  answer = redirects(3)
  expect((await fetch('/0')).text).toBe(calendar)
  answer = redirects(4)
  await expect(fetch('/0')).rejects.toThrow('The address redirects too often.')
  answer = redirect('http://')
  await expect(fetch('/0')).rejects.toThrow('The address redirects to an invalid one.')
})

test.each([
  ['a server that never answers', () => {}, 'took too long'],
  [
    'a body that never ends',
    (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/calendar' }).write(calendar)
    },
    'took too long',
  ],
  [
    'a slow body',
    (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/calendar' })
      const timer = setInterval(() => response.write('B'), 50)
      response.on('close', () => clearInterval(timer))
    },
    'took too long',
  ],
  [
    'an endless body',
    (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/calendar' })
      const write = () => {
        while (!response.destroyed && response.write('X'.repeat(65_536)));
      }
      response.on('drain', write)
      write()
    },
    'larger than 2 MB',
  ],
  [
    'a gzip bomb',
    reply(gzipSync(Buffer.alloc(200_000_000)), { 'content-encoding': 'gzip' }),
    'larger than 2 MB',
  ],
  ['broken gzip', reply('no gzip', { 'content-encoding': 'gzip' }), 'couldn’t connect'],
  ['an unknown encoding', reply(calendar, { 'content-encoding': 'constructor' }), 'unknown encoding'],
  ['a web page', reply('<html></html>', { 'content-type': 'text/html' }), 'address of a web page'],
  [
    'another file',
    reply('{"a":1}', { 'content-type': 'application/json' }),
    'no calendar in the iCalendar format',
  ],
  ['an empty file', reply(''), 'no calendar in the iCalendar format'],
  ['a missing file', reply('', {}, 404), 'There is no calendar'],
  ['a private calendar', reply('', {}, 403), 'This calendar is private.'],
  ['a broken server', reply('', {}, 500), 'answered with an error (500)'],
  ['huge headers', reply(calendar, { 'x-large': 'x'.repeat(60_000) }), 'couldn’t connect'],
  ['a closed connection', (request: IncomingMessage) => request.socket.destroy(), 'couldn’t connect'],
])('says what is wrong with %s', async (_what, answers, sentence) => {
  answer = answers
  const started = performance.now()
  const timeoutMs = sentence === 'took too long' ? 300 : 20_000
  await expect(fetch('/', { timeoutMs })).rejects.toThrow(sentence)
  if (timeoutMs === 300) expect(performance.now() - started).toBeLessThan(10_000)
})

test('trusts no unknown certificate', async () => {
  const push = await startPushService()
  const { port: securePort } = new URL(push.subscription.endpoint)
  await expect(
    fetch(`https://127.0.0.1:${securePort}/`, { isAllowedUrl: () => true, timeoutMs: 20_000 }),
  ).rejects.toThrow('We couldn’t connect')
  await push.close()
})

test('decodes what servers send, and asks only for changes the next time', async () => {
  for (const [encoding, body] of [
    ['gzip', gzipSync(calendar)],
    ['br', brotliCompressSync(calendar)],
    ['deflate', deflateSync(calendar)],
    ['identity', Buffer.from(`\ufeff${calendar}`)],
  ] as const) {
    answer = reply(body, { 'content-encoding': encoding, 'content-type': 'application/octet-stream' })
    expect((await fetch()).text).toBe(calendar)
  }
  const lastModified = 'Thu, 19 Nov 2026 10:00:00 GMT'
  answer = reply(calendar, { etag: '"1"', 'last-modified': lastModified })
  const { text, ...validators } = await fetch()
  expect(validators).toEqual({ etag: '"1"', lastModified })
  answer = (request, response) => {
    const isKnown =
      request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] === lastModified
    response.writeHead(isKnown ? 304 : 500).end()
  }
  const again = await fetchCalendar(`http://127.0.0.1:${port}/`, validators, {
    userAgent: 'Test',
    isAllowedUrl,
  })
  expect(again).toEqual({ ...validators, text: null })
})
