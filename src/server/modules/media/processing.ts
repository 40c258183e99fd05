/**
 * Has pictures made ready by a process apart, one after the other. Whatever a picture does to that process, the picture
 * alone is refused.
 */
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../shared/errors.ts'
import { createWorkerProcess, type WorkerLimits } from '../../platform/child-process/pool.ts'
import type { Logger } from '../../platform/log.ts'
import type { Made } from './make-variants.ts'
import { refused } from './picture-errors.ts'
import type { Order, Outcome } from './picture-process.ts'

export type ProcessingLimits = WorkerLimits

const megabyte = 1024 * 1024
const program = fileURLToPath(new URL('picture-process.ts', import.meta.url))

/** Room for 50 megapixels in the hungriest format, on a machine that has it. */
const usualLimits: ProcessingLimits = {
  maxMemoryBytes: Math.max(400 * megabyte, Math.min(1024 * megabyte, totalmem() / 2)),
  maxCpuMs: 20_000,
  timeoutMs: 60_000,
  maxQueued: 50,
  idleMs: 60_000,
}

export type Processing = ReturnType<typeof createProcessing>

export function createProcessing(log: Logger, given: Partial<ProcessingLimits> = {}) {
  const apart = createWorkerProcess<Order, Outcome>({
    program,
    limits: { ...usualLimits, ...given },
    busy: tooMany,
  })
  return {
    /**
     * Makes the files of a picture in the folder. Throws AppErrors with a sentence for whoever sent it, and what writing
     * throws; nothing is begun once the signal is aborted.
     */
    async make(order: Order, gone: AbortSignal): Promise<Made> {
      const outcome = await apart.run(order, gone)
      if (outcome === null) {
        log.warn('A picture took too much memory or time, and its process with it.')
        throw refused('laborious')
      }
      if ('refused' in outcome) throw refused(outcome.refused, outcome.reason)
      return outcome.made
    },

    /** Finishes the picture under way, and refuses those that wait. */
    stop: apart.stop,
  }
}

const tooMany = () =>
  new AppError(
    'unavailable',
    'Many pictures are being made ready right now. Please try again in a minute; everything else you entered is kept.',
    undefined,
    { retryAfter: 60 },
  )
