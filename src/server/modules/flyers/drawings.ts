/** Has pages and pictures drawn by a process apart, one after the other, with an end to how many may wait. */
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../shared/errors.ts'
import { createWorkerProcess, type WorkerLimits } from '../../platform/child-process/pool.ts'
import type { Logger } from '../../platform/log.ts'
import type { DrawingOrder } from './drawing-process.ts'

export type Draw = (order: DrawingOrder) => Promise<Buffer>

const program = fileURLToPath(new URL('drawing-process.ts', import.meta.url))

/** A drawing takes some 150 MB and a few tenths of a second; the first one reads the typefaces too. */
const usualLimits: WorkerLimits = {
  maxMemoryBytes: 700 * 1024 * 1024,
  maxCpuMs: 20_000,
  timeoutMs: 30_000,
  maxQueued: 20,
  idleMs: 60_000,
}

export function createDrawings(log: Logger) {
  const apart = createWorkerProcess<DrawingOrder, { drawn: Uint8Array }>({
    program,
    limits: usualLimits,
    busy,
  })
  return {
    /** The finished file. Throws `unavailable` when too many wait already. */
    draw: (async (order) => {
      const outcome = await apart.run(order)
      if (outcome) return Buffer.from(outcome.drawn)
      log.warn(`A drawing (${order.template}) took too much memory or time, and its process with it.`)
      throw busy()
    }) satisfies Draw as Draw,
    stop: apart.stop,
  }
}

const busy = () =>
  new AppError('unavailable', 'Too much is being drawn right now. Please try again in a minute.', undefined, {
    retryAfter: 60,
  })
