import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { measure } from './load-test.ts'

test('measures the right times after the server has ended connections', { tags: ['timed'] }, async () => {
  const responseMs = 40
  let responses = 0
  const server = createServer(async (_request, response) => {
    await delay(responseMs)
    responses += 1
    if (responses % 5 === 0) response.setHeader('connection', 'close')
    response.end('Hello')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const measured = await measure('hello', `http://127.0.0.1:${port}`, () => '/', 2, { connections: 4 })
  expect(measured.failures).toBe(0)
  expect(measured.rate).toBeGreaterThan(40)
  // Measured from the request before, it would be twice as long.
  expect(measured.p50).toBeLessThan(1.6 * responseMs)
})
