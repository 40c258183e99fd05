/** Shuts the HTTP server down without losing requests. */
import { Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { App } from './app.ts'
import type { Logger } from './platform/log.ts'

/** How long requests in progress may take. */
const maxRequestMs = 10_000
/** How long an idle connection may stay open after another process has taken over. */
const idleMs = 5_000
const pollMs = 50

type CloseOptions = {
  /** Another process on the same port has taken over. Otherwise the whole site stops. */
  replaced: boolean
  /** How long to keep working after `/readyz` has reported that the site is stopping. */
  shutdownDelayMs: number
  log: Logger
}

export async function closeGradually(app: App, { replaced, shutdownDelayMs, log }: CloseOptions) {
  if (replaced) await handOver(app)
  else {
    app.drain()
    // Until the proxy has seen that this server is stopping, it still sends requests here.
    await delay(shutdownDelayMs)
  }
  const timer = setTimeout(() => {
    log.warn('Some requests did not finish in time. Closing their connections.')
    app.http.server.closeAllConnections()
  }, maxRequestMs)
  await app.http.close()
  clearTimeout(timer)
}

/**
 * Leaves new connections to the other processes, and closes each open one with its next response. Closing an idle one at
 * once could lose a request that is on its way, so it may stay for a while.
 */
async function handOver({ http: { server }, closeConnections }: App) {
  closeConnections()
  // Only stops listening: the method of an HTTP server also closes idle connections.
  Server.prototype.close.call(server)
  const deadline = performance.now() + idleMs
  while (performance.now() < deadline && (await countConnections(server)) > 0) await delay(pollMs)
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
