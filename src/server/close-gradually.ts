/** Shuts the HTTP server down so that every client learns what became of its request. */
import { Server } from 'node:net'
import { setTimeout as delay, setImmediate as nextTick } from 'node:timers/promises'
import type { App } from './app.ts'
import type { Logger } from './platform/log.ts'

/** How long requests in progress may take. A busy machine needs many times its usual time. */
const defaultMaxRequestMs = 25_000
/** How long clients may take to read that their request did not finish. */
const lingerMs = 2_000
/** How long an idle connection may stay open after another process has taken over. */
const idleMs = 5_000
const pollMs = 50

type CloseOptions = {
  /** Another process on the same port has taken over. Otherwise the whole site stops. */
  replaced: boolean
  /** How long to keep working after `/readyz` has reported that the site is stopping. */
  shutdownDelayMs: number
  maxRequestMs?: number
  log: Logger
}

/** Leaves new connections to others, closes each open one with its next response, and refuses the idle ones last. */
export async function closeGradually(
  app: App,
  { replaced, shutdownDelayMs, maxRequestMs = defaultMaxRequestMs, log }: CloseOptions,
) {
  const { server } = app.http
  if (replaced) app.connections.closeWithResponses()
  else {
    app.drain()
    // Until the proxy has seen that this server is stopping, it still sends requests here.
    await delay(shutdownDelayMs)
  }
  // Closing the socket resets connections that wait to be accepted. Right after the event loop has polled, there are none.
  await nextTick()
  // Only stops listening: the method of an HTTP server also closes idle connections, and loses requests on their way.
  Server.prototype.close.call(server)
  const started = performance.now()
  const hasConnections = async () => (await countConnections(server)) > 0
  while (replaced && performance.now() < started + idleMs && (await hasConnections())) await delay(pollMs)
  while (performance.now() < started + maxRequestMs && (await hasConnections())) {
    app.connections.refuseIdle()
    await delay(pollMs)
  }
  if (await hasConnections()) {
    log.warn('Some requests did not finish in time. Closing their connections.')
    app.connections.abandonAll()
    for (let wait = 0; wait < lingerMs && (await hasConnections()); wait += pollMs) await delay(pollMs)
  }
  await app.http.close()
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
