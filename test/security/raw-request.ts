/** Sends bytes that no HTTP client would send. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'

/** Opens a connection. The caller destroys it. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const timeoutMs = 3_000

export type RawResponse = { status: number; headers: Record<string, string>; body: string }

/** Sends the bytes and returns every response that arrives until the server closes the connection, or for a few seconds. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<RawResponse[]> {
  const socket = await openSocket(port)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {})
  socket.write(bytes)
  await closed
  socket.destroy()
  return parseResponses(Buffer.concat(chunks).toString('latin1'))
}

function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? Number.NaN)
    if (end < 0 || Number.isNaN(status)) throw new Error(`Not an HTTP response: ${rest.slice(0, 200)}`)
    const headers = Object.fromEntries(lines.map(parseHeader))
    const length = Number(headers['content-length'] ?? rest.length)
    responses.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = status === 100 ? rest.slice(end + 4) : rest.slice(end + 4 + length)
  }
  return responses
}

function parseHeader(line: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
  return [name.toLowerCase(), value]
}

/** Expects one of these statuses, with our headers and a sentence. */
export function expectOwnError({ status, headers, body }: RawResponse, expected: number[]) {
  expect(expected).toContain(status)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['strict-transport-security']).toBeDefined()
  expect(headers['x-request-id']).toMatch(/^[\w-]+$/)
  expect(headers.server).toBeUndefined()
  expect(JSON.parse(body)).toEqual({ code: expect.any(String), message: expect.stringMatching(/\.$/) })
}
