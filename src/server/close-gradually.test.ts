import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../test/support/site/app.ts'
import { silentLog } from '../../test/support/site/silent-log.ts'
import { closeGradually } from './close-gradually.ts'

const post = 'POST /api/logout HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n'
const get = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'

async function startServer() {
  const { app } = await createTestApp()
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as AddressInfo
  return { app, port }
}

/** Opens a connection and collects what it receives. `closed` resolves with all of it. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let received = ''
  let failed = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  socket.on('error', (error) => {
    failed = error.message
  })
  const closed = once(socket, 'close').then(() => ({ received, failed }))
  return { socket, closed, received: () => received }
}

const close = (
  app: Awaited<ReturnType<typeof startServer>>['app'],
  { replaced = false, maxRequestMs = 25_000 } = {},
) => closeGradually(app, { replaced, shutdownDelayMs: 0, maxRequestMs, log: silentLog })
const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)

describe('a server that stops', () => {
  test('answers or refuses a request that arrives on an idle connection at any moment', async () => {
    for (let wait = 0; wait < 8; wait += 1) {
      const { app, port } = await startServer()
      const client = await open(port)
      client.socket.write(get)
      await expect.poll(client.received).toContain('\r\n\r\n')
      const closing = close(app)
      await delay(wait / 2)
      client.socket.write(post)
      const { received, failed } = await client.closed
      await closing
      const [first, second, ...others] = statusesOf(received)
      expect([first, others, failed], received).toEqual(['200', [], ''])
      expect(['200', '408']).toContain(second)
      if (second === '408') expect(received).toContain('"code":"unavailable"')
    }
  })

  test('tells a client with half a request that it is not accepted', async () => {
    const { app, port } = await startServer()
    const client = await open(port)
    client.socket.write(post.slice(0, 30))
    const closing = close(app)
    const { received } = await client.closed
    expect(statusesOf(received)).toEqual(['408'])
    expect(received).toMatch(/content-security-policy: /i)
    await closing
  })

  test('leaves an idle connection some time for its next request after another process has taken over', async () => {
    const { app, port } = await startServer()
    const client = await open(port)
    const closing = close(app, { replaced: true })
    await delay(200)
    client.socket.write(post)
    const { received } = await client.closed
    expect(statusesOf(received)).toEqual(['200'])
    expect(received).toMatch(/connection: close/i)
    await closing
  })

  test('tells a client whose request does not finish in time', async () => {
    const { app, port } = await startServer()
    const client = await open(port)
    client.socket.write(
      post.replace('content-length: 0', 'content-type: application/json\r\ncontent-length: 9'),
    )
    await delay(100)
    const closing = close(app, { maxRequestMs: 100 })
    const { received } = await client.closed
    expect(statusesOf(received)).toEqual(['503'])
    expect(received).toContain('did not finish in time')
    await closing
  })
})
