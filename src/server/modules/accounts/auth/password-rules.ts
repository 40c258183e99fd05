/** Rejects passwords that are easy to guess, as judged by zxcvbn and by what an attacker would try first. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AppError } from '../../../../shared/errors.ts'
import { t } from '../../../../shared/translate.ts'
import type { ScoreRequest } from './password-worker.ts'

/** Lower zxcvbn scores, from 0 (guessed at once) to 4, are rejected. */
const minScore = 2
/** zxcvbn takes longer for longer passwords; more characters than this do not make one weaker. */
const maxScoredLength = 64
/** Each password takes up to 60 ms. */
const maxWaiting = 100
const idleMs = 60_000
const program = new URL('password-worker.ts', import.meta.url)
const oneAtATime = pLimit(1)

/** Returns a sentence that says why a password is too weak, or null if it is acceptable. */
export async function weaknessOf(
  password: string,
  email: string,
  productName: string,
): Promise<string | null> {
  const lower = password.toLowerCase()
  const localPart = email.toLowerCase().split('@')[0] ?? ''
  // Nearly every password contains any one or two given letters.
  if (localPart.length > 2 && lower.includes(localPart))
    return t('This password contains your email address. Please choose another one.')
  if (lower.includes(productName.toLowerCase()))
    return t('This password contains the name {name}. Please choose another one.', { name: productName })
  const userInputs = [email, localPart, productName]
  const score = await scorePassword({ password: password.slice(0, maxScoredLength), userInputs })
  if (score >= minScore) return null
  return t(
    'This password is easy to guess. Please choose a longer or less common one. Try a few random words.',
  )
}

let worker: Worker | null = null
let idleTimer: NodeJS.Timeout | undefined

/** Runs zxcvbn in a thread, so that no request waits. It ends after a minute without a password: its word lists take 30 MB. */
async function scorePassword(request: ScoreRequest): Promise<number> {
  if (oneAtATime.pendingCount >= maxWaiting)
    throw new AppError(
      'unavailable',
      t('A lot of people are signing up right now. Please try again in a minute.'),
    )
  return oneAtATime(async () => {
    clearTimeout(idleTimer)
    worker ??= startWorker()
    worker.ref()
    worker.postMessage(request)
    try {
      const [score] = await once(worker, 'message')
      return score
    } finally {
      // An idle thread must not keep the process alive.
      worker?.unref()
      idleTimer = setTimeout(endWorker, idleMs).unref()
    }
  })
}

const startWorker = () =>
  new Worker(program, { execArgv: ['--disable-warning=ExperimentalWarning'], env: {} }).on('error', endWorker)

function endWorker() {
  void worker?.terminate()
  worker = null
}
