/** Draws flyers and pictures one at a time in a child process, with a bounded queue. */
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../shared/errors.ts'
import { t } from '../../../shared/translate.ts'
import { createWorkerProcess, type WorkerLimits } from '../../platform/child-process/pool.ts'
import type { Logger } from '../../platform/log.ts'
import { noLocks } from '../../platform/processes/machine-locks.ts'
import type { DrawingJob } from './draw.ts'

export type Draw = (job: DrawingJob) => Promise<Buffer>
export type LoadPhoto = (url: string) => Promise<Buffer | null>

const program = fileURLToPath(new URL('drawing-process.ts', import.meta.url))

/** A drawing takes about 150 MB and a few tenths of a second. The first one also loads the fonts. */
const limits: WorkerLimits = {
  maxMemoryBytes: 700 * 1024 * 1024,
  maxCpuMs: 20_000,
  timeoutMs: 30_000,
  maxQueued: 20,
  idleMs: 60_000,
}

export function createDrawings(log: Logger, locks = noLocks) {
  const worker = createWorkerProcess<DrawingJob, { file: Uint8Array }>({
    program,
    limits,
    locks,
    resource: 'drawings',
    busy: queueFull,
  })
  return {
    /** Returns the finished file. Throws `unavailable` when the queue is full or the job exceeds a limit. */
    draw: (async (job) => {
      const outcome = await worker.run(job)
      if ('result' in outcome) return Buffer.from(outcome.result.file)
      const limit = outcome.ended === 'timeout' ? 'got too little processor time' : 'exceeded a limit'
      log.warn(`A drawing (${job.template}) ${limit}, and its process was ended.`)
      throw queueFull()
    }) satisfies Draw as Draw,
    /** Finishes the current drawing and rejects the queued ones. */
    stop: worker.stop,
  }
}

const queueFull = () =>
  new AppError(
    'unavailable',
    t('We’re creating a lot of flyers and pictures right now. Please try again in a minute.'),
    undefined,
    { retryAfter: 60 },
  )
