/** E7: bytes that two HTTP parsers could read differently, sent to the server itself and through nginx. */
import { describe, expect, test } from 'vitest'
import { slowUnless } from '../support/checks/slow.ts'
import { createBrowser } from './browser.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { expectOwnError, sendRaw } from './raw-request.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite({ LOG_LEVEL: 'info' })
const nginx = hasNginx ? await startNginx(site.port) : null

const host = 'host: board.example.test'
const request = (start: string, lines: string[]) => `${[start, host, ...lines].join('\r\n')}\r\n\r\n`
const get = (path: string, ...lines: string[]) => request(`GET ${path} HTTP/1.1`, lines)
const post = (...lines: string[]) =>
  request('POST /api/logout HTTP/1.1', ['content-type: application/json', ...lines])

const chunked = 'transfer-encoding: chunked'
/** Creates the attacks; `hidden` is a whole request that a parser must not see as one. */
const attacks = (hidden: string): Record<string, string> => ({
  'both lengths': `${post('content-length: 6', chunked)}0\r\n\r\n${hidden}`,
  'both lengths, the other way around': `${post(chunked, 'content-length: 6')}0\r\n\r\n${hidden}`,
  'a length of the hidden request, and chunks': `${post(`content-length: ${hidden.length + 5}`, chunked)}0\r\n\r\n${hidden}`,
  'two different lengths': `${post('content-length: 2', 'content-length: 50')}{}${hidden}`,
  'two equal lengths': `${post('content-length: 2', 'content-length: 2')}{}${hidden}`,
  'a list of lengths': `${post('content-length: 2, 50')}{}${hidden}`,
  'a list of equal lengths': `${post('content-length: 2, 2')}{}${hidden}`,
  'two lengths in one': `${post('content-length: 2 50')}{}${hidden}`,
  'a negative length': `${post('content-length: -1')}{}`,
  'a length with a sign': `${post('content-length: +2')}{}${hidden}`,
  'a hexadecimal length': `${post('content-length: 0x2')}{}${hidden}`,
  'an empty length': `${post('content-length:')}${hidden}`,
  'a length beyond 64 bits': `${post('content-length: 18446744073709551618')}{}${hidden}`,
  'two encodings': `${post(chunked, 'transfer-encoding: identity')}0\r\n\r\n${hidden}`,
  'an unknown encoding': `${post('transfer-encoding: xchunked')}0\r\n\r\n${hidden}`,
  'an encoding in quotes': `${post('transfer-encoding: "chunked"')}0\r\n\r\n${hidden}`,
  'chunked before another encoding': `${post('transfer-encoding: chunked, gzip')}0\r\n\r\n${hidden}`,
  'a space before the colon': `${post('content-length : 2')}{}${hidden}`,
  'an encoding with a space before the colon': `${post('content-length: 2', 'transfer-encoding : chunked')}{}${hidden}`,
  'an encoding after a vertical tab': `${post('content-length: 2', 'transfer-encoding:\vchunked')}{}${hidden}`,
  'an encoding after a carriage return': `${post('content-length: 2', 'x-a: b\rtransfer-encoding: chunked')}{}${hidden}`,
  'a folded header': `${post('x-a: b\r\n transfer-encoding: chunked')}0\r\n\r\n`,
  'a folded encoding': `${post('content-length: 2', 'transfer-encoding:\r\n chunked')}{}${hidden}`,
  'a chunk size that is not hexadecimal': `${post(chunked)}zz\r\n\r\n${hidden}`,
  'a chunk size of many digits': `${post(chunked)}${'f'.repeat(20)}\r\n\r\n${hidden}`,
  'a chunk size with a prefix': `${post(chunked)}0x2\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk that is longer than its size': `${post(chunked)}2\r\n{}{}\r\n0\r\n\r\n${hidden}`,
  'chunks that end with LF only': `${post(chunked)}2\n{}\n0\n\n${hidden}`,
  'a chunk extension with a line feed': `${post(chunked)}2;a\n{}\r\n0\r\n\r\n${hidden}`,
  'lines that end with LF only': `POST /api/logout HTTP/1.1\n${host}\ncontent-length: 0\n\n${hidden}`,
  'a NUL in a header': get('/', 'x-a: a\0b'),
  'a carriage return in a header': get('/', 'x-a: a\rb'),
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'two hosts': get('/', 'host: evil.example'),
  'no method': 'FOO / HTTP/1.1\r\n\r\n',
  'no protocol': 'hello\r\n\r\n',
  'another protocol': 'GET / HTTP/9.9\r\n\r\n',
  'HTTP/2 without TLS': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the start of TLS': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  'an unknown expectation': `${post('content-length: 2', 'expect: 200-maybe')}{}`,
})

const hiddenPath = (name: string) => `/api/service/hidden-${name.replace(/\W+/g, '-')}`
const cases = Object.keys(attacks('')).map((name): [string, string] => [
  name,
  attacks(get(hiddenPath(name)))[name] ?? '',
])
/** Whether the server handled a request with this path. It logs each. */
const wasHandled = (path: string) => site.log().includes(path)

/** Sends a request of another client, and waits until the server has logged it, and so everything before it. */
async function sendMarker(port: number, name: string) {
  const path = `/api/no-such-call/${encodeURIComponent(name)}`
  const answer = await createBrowser(port).get(path)
  await expect.poll(() => wasHandled(path)).toBe(true)
  return answer
}

describe('E7 the server itself', () => {
  test.each(cases)('E7 refuses %s with our own error, and reads nothing after it', async (name, bytes) => {
    const [response, ...others] = await sendRaw(site.port, Buffer.from(bytes, 'latin1'))
    expect(others).toEqual([])
    if (!response) throw new Error('The server closed the connection without a response.')
    expectOwnError(response, [400, 417])
    expect(response.headers.connection).toBe('close')
    await sendMarker(site.port, `direct ${name}`)
    expect(wasHandled(hiddenPath(name))).toBe(false)
  })

  test('E7 handles and logs a second request that is not hidden, so the tests above would see one', async () => {
    const both = get('/healthz') + get(hiddenPath('not hidden'), 'connection: close')
    expect(await sendRaw(site.port, both)).toHaveLength(2)
    await sendMarker(site.port, 'not hidden')
    expect(wasHandled(hiddenPath('not hidden'))).toBe(true)
  })
})

describe.skipIf(!nginx)('E7 through nginx', () => {
  for (const [index, [name, bytes]] of cases.entries())
    test(`E7 ${name} hides no request, and shifts no responses`, slowUnless(index % 3 === 0), async () => {
      if (!nginx) throw new Error('unreachable: skipped without nginx')
      const responses = await sendRaw(nginx.port, Buffer.from(bytes, 'latin1'))
      // The next client's request uses the connection on which the attack arrived.
      const { status, text } = await sendMarker(nginx.port, `proxied ${name}`)
      expect([status, JSON.parse(text).code]).toEqual([404, 'not_found'])
      expect((await createBrowser(nginx.port).get('/api/session')).text).toBe('null')
      // nginx may understand a hidden request as an ordinary second one, if the server agrees. Only a request that the
      // server alone sees is smuggled.
      const seen = await nginx.seen()
      if (wasHandled(hiddenPath(name))) {
        expect(seen).toContain(hiddenPath(name))
        expect(responses).toHaveLength(2)
      }
    })
})
