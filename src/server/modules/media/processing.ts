/** Processes pictures one at a time in a child process. A picture that crashes that process is itself rejected. */
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../shared/errors.ts'
import { t } from '../../../shared/translate.ts'
import { createWorkerProcess, type WorkerLimits } from '../../platform/child-process/pool.ts'
import type { Logger } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { noLocks } from '../../platform/processes/machine-locks.ts'
import type { Variants } from './make-variants.ts'
import type { PictureJob, PictureResult } from './picture-process.ts'
import { pictureError } from './validate.ts'

const megabyte = 1024 * 1024
const program = fileURLToPath(new URL('picture-process.ts', import.meta.url))

/** Enough memory for 50 megapixels in the most demanding format, on a machine that has it. */
const defaultLimits: WorkerLimits = {
  maxMemoryBytes: Math.max(400 * megabyte, Math.min(1024 * megabyte, totalmem() / 2)),
  maxCpuMs: 20_000,
  timeoutMs: 60_000,
  maxQueued: 50,
  idleMs: 60_000,
}

export type Processing = ReturnType<typeof createProcessing>

export function createProcessing(
  log: Logger,
  { pictureDuration }: Pick<Metrics, 'pictureDuration'>,
  limits: Partial<WorkerLimits> = {},
  locks = noLocks,
) {
  const worker = createWorkerProcess<PictureJob, PictureResult>({
    program,
    limits: { ...defaultLimits, ...limits },
    locks,
    resource: 'pictures',
    busy: queueFull,
  })

  async function runJob(job: PictureJob, signal: AbortSignal): Promise<Variants> {
    const outcome = await worker.run(job, signal)
    if ('ended' in outcome) {
      if (outcome.ended === 'timeout') {
        log.warn('A picture got too little processor time, and its worker process was ended.')
        throw queueFull()
      }
      log.warn('A picture exceeded the limit of memory or processor time, and its worker process was ended.')
      throw pictureError('too-complex')
    }
    const { result } = outcome
    if ('rejected' in result) throw pictureError(result.rejected, result.cause)
    return result
  }

  return {
    /** Writes the files into the folder. Throws an AppError for the uploader. Does not start once the signal is aborted. */
    async process(job: PictureJob, signal: AbortSignal): Promise<Variants> {
      const endTimer = pictureDuration.startTimer({ purpose: job.purpose })
      try {
        const variants = await runJob(job, signal)
        endTimer({ outcome: 'processed' })
        return variants
      } catch (error) {
        const isRejected = error instanceof AppError && error.status < 500
        endTimer({ outcome: isRejected ? 'rejected' : 'failed' })
        throw error
      }
    },

    stop: worker.stop,
  }
}

const queueFull = () =>
  new AppError(
    'unavailable',
    t(
      'We’re processing a lot of photos right now. Please try again in a minute. Everything else you entered is saved.',
    ),
    undefined,
    { retryAfter: 60 },
  )
