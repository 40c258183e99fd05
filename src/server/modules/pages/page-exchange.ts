/**
 * Lets the workers of a site share rendered pages (decision 052). Each page has one worker that renders it again after a change;
 * the others request it from that worker.
 */
import { createHash, randomUUID } from 'node:crypto'
import pTimeout from 'p-timeout'
import { InFlight } from '../../platform/in-flight.ts'
import type { SharedPage } from '../../platform/processes/messages.ts'
import type { SupervisorChannel } from '../../platform/processes/supervisor-channel.ts'

export type PageExchange = {
  /**
   * Returns a page from the worker that renders it; null if that is this worker, or if it has no such page or does not respond in
   * time. What was committed before the call is in the page.
   */
  request: (url: string) => Promise<SharedPage | null>
  /** Calls this with the URLs that other workers request. */
  onRequest: (read: (url: string) => Promise<SharedPage | null>) => void
}

/** Rendering takes a few milliseconds, and a busy worker perhaps a tenth of a second. */
const timeoutMs = 250
/** How long no pages are requested from a worker that did not respond. */
const pauseMs = 5000

/** `worker` is this worker's number, from 1 to `workers`. */
export function createPageExchange(
  channel: SupervisorChannel,
  { worker, workers }: { worker: number; workers: number },
): PageExchange {
  const waiting = new InFlight<(page: SharedPage | null) => void>()
  const pausedUntil = new Map<number, number>()
  channel.on('page', ({ id, page }) => waiting.get(id)?.(page))

  return {
    async request(url) {
      const owner = ownerOf(url, workers)
      if (owner === worker || performance.now() < (pausedUntil.get(owner) ?? 0)) return null
      const id = randomUUID()
      const response = new Promise<SharedPage | null>((resolve) => waiting.set(id, resolve))
      channel.send({ type: 'request-page', id, worker: owner, url })
      try {
        return await pTimeout(response, {
          milliseconds: timeoutMs,
          fallback() {
            pausedUntil.set(owner, performance.now() + pauseMs)
            return null
          },
        })
      } finally {
        waiting.delete(id)
      }
    },
    onRequest(read) {
      channel.on('read-page', async ({ id, url }) => {
        const page = await read(url).catch(() => null)
        channel.send({ type: 'page', id, page })
      })
    },
  }
}

/** Returns the number of the worker that renders a page for all. */
export const ownerOf = (url: string, workers: number): number =>
  1 + (createHash('sha1').update(url).digest().readUInt32BE() % workers)
