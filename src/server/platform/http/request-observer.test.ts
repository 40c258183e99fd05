import { connect } from 'node:net'
import { Writable } from 'node:stream'
import Fastify, { type FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { RequestObserver } from './request-observer.ts'

/** A server whose requests never end. `lines` is its log. */
async function startWaitingServer() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const app = Fastify({
    logger: { level: 'info', stream },
    logController: new RequestObserver(createMetrics()),
  })
  const requests: FastifyRequest[] = []
  app.get('/', (request, reply) => {
    requests.push(request)
    reply.hijack()
  })
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  onTestFinished(() => app.close())
  return { port: Number(url.port), lines, requests }
}

// Node forgets the address of a connection that is closed, and logging the request ended the process.
test('logs the network of a client that resets its connection', async () => {
  const { port, lines, requests } = await startWaitingServer()
  const client = connect(port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await vi.waitFor(() => expect(requests).toHaveLength(1), 30_000)
  client.resetAndDestroy()
  const aborted = () => lines.filter(({ status }) => status === 'aborted')
  await vi.waitFor(() => expect(aborted()).toMatchObject([{ url: '/', network: '127.0.0.1' }]), 30_000)
})
