/** Reads emails one at a time in a child process, so that an email that takes long delays nothing else. */
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../../shared/errors.ts'
import { t } from '../../../../shared/translate.ts'
import { createWorkerProcess, type WorkerLimits } from '../../../platform/child-process/pool.ts'
import type { Logger } from '../../../platform/log.ts'
import { replyWords } from '../../../platform/mail/reply-marker.ts'
import { noLocks } from '../../../platform/processes/machine-locks.ts'
import type { EmailJob } from './email-process.ts'
import type { ReadEmail } from './read-email.ts'

const program = fileURLToPath(new URL('email-process.ts', import.meta.url))

/** The most demanding email within `requireSimpleEmail` takes a second of processor time, others a hundredth. */
const limits: WorkerLimits = {
  maxMemoryBytes: 600 * 1024 * 1024,
  maxCpuMs: 5_000,
  timeoutMs: 30_000,
  maxQueued: 20,
  idleMs: 60_000,
}

// Limits on the structure of an email, checked before it is parsed: parsing takes time for each line and each part.
const maxParts = 100
/** An attachment of 5 MB has 70,000 lines. */
const maxLines = 80_000
const lineFeed = 0x0a
const dash = 0x2d

export type EmailReader = ReturnType<typeof createEmailReader>

export function createEmailReader(log: Logger) {
  const worker = createWorkerProcess<EmailJob, ReadEmail | null>({
    program,
    limits,
    locks: noLocks,
    resource: 'emails',
    busy: () => new AppError('unavailable', t('Please try again later.')),
  })
  return {
    /** Throws `invalid` for an email that cannot be read, and `unavailable` if that took too long. */
    async read(source: Buffer): Promise<ReadEmail> {
      requireSimpleEmail(source)
      const outcome = await worker.run({ source, words: replyWords() })
      if ('result' in outcome) {
        if (outcome.result) return outcome.result
        throw new AppError('invalid', t('This email is malformed.'))
      }
      log.warn({ ended: outcome.ended }, 'An email exceeded a limit, and its process was ended.')
      throw outcome.ended === 'timeout'
        ? new AppError('unavailable', t('Please try again later.'))
        : new AppError('invalid', t('We could not read this email. Please send a short text.'))
    },
    stop: worker.stop,
  }
}

/** Throws for an email with too many lines or parts. Counts every line that could begin a part, whatever its boundary. */
function requireSimpleEmail(source: Buffer): void {
  let lines = 0
  let parts = 0
  for (let start = 0; start !== -1; start = lineAfter(source, start)) {
    lines += 1
    if (source[start] === dash && source[start + 1] === dash) parts += 1
    if (lines > maxLines || parts > maxParts)
      throw new AppError('invalid', t('This email has too many parts or lines. Please send a short text.'))
  }
}

function lineAfter(source: Buffer, start: number): number {
  const end = source.indexOf(lineFeed, start)
  return end === -1 || end === source.length - 1 ? -1 : end + 1
}
