import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { FromSupervisor, ToSupervisor } from '../processes/messages.ts'
import { shareConnections } from './share-connections.ts'

/** A worker's server, with the messages between it and the supervisor. */
async function startServer() {
  const sent: ToSupervisor[] = []
  const handlers: ((message: never) => void)[] = []
  const server = createServer((_request, response) => response.writeHead(200, { 'x-page': '1' }).end('Hello'))
  shareConnections(server, {
    send: (message) => void sent.push(message),
    on: (_type, handle) => void handlers.push(handle),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  /** Returns a client that keeps its connection. */
  const connect = () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    return async () => {
      const [response] = (await once(request({ port, agent }).end(), 'response')) as [IncomingMessage]
      response.resume()
      await once(response, 'end')
      return response.headers.connection
    }
  }
  const receive = (message: FromSupervisor) => {
    for (const handle of handlers) handle(message as never)
  }
  return { sent, connect, receive }
}

test('reports the connections that were busy since the last report', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sent, connect } = await startServer()
  const [one, two] = [connect(), connect()]
  for (const send of [one, two, one, one]) await send()
  vi.advanceTimersByTime(250)
  await one()
  vi.advanceTimersByTime(250)
  vi.advanceTimersByTime(250)
  expect(sent.map((message) => typeof message === 'object' && 'count' in message && message.count)).toEqual([
    1.6, 1, 0,
  ])
})

test('ends few connections at once, because the process sleeps after each', async () => {
  const { connect, receive } = await startServer()
  const clients = Array.from({ length: 20 }, connect)
  receive({ type: 'end-connections', count: 20 })
  const headers = await Promise.all(clients.map((send) => send()))
  expect(headers.filter((header) => header === 'close')).toHaveLength(8)
})

test('ends as many connections as are too many, each with its next response', async () => {
  const { connect, receive } = await startServer()
  const clients = [connect(), connect(), connect()]
  const sendAll = async () => {
    const headers: unknown[] = []
    for (const send of clients) headers.push(await send())
    return headers
  }
  expect(await sendAll()).toEqual(['keep-alive', 'keep-alive', 'keep-alive'])
  receive({ type: 'end-connections', count: 2 })
  expect(await sendAll()).toEqual(['close', 'close', 'keep-alive'])
  expect(await sendAll()).toEqual(['keep-alive', 'keep-alive', 'keep-alive'])
})
