/**
 * Rates passwords in a separate thread, so that nobody else waits. The thread starts with the first password and ends
 * after a minute without one, because its word lists take 30 MB.
 */
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../../shared/errors.ts'
import type { ScoreReply, ScoreRequest } from './password-worker.ts'

const idleMs = 60_000
/** Each password takes up to 60 ms. */
const maxWaiting = 100
const program = new URL('password-worker.ts', import.meta.url)

type Waiting = Map<number, PromiseWithResolvers<number>>

let thread: { worker: Worker; waiting: Waiting; idleTimer: NodeJS.Timeout } | null = null
let lastId = 0

/** Returns zxcvbn's score, from 0 (guessed at once) to 4. `userInputs` are words that an attacker would try first. */
export async function scorePassword(password: string, userInputs: string[]): Promise<number> {
  thread ??= start()
  const { worker, waiting, idleTimer } = thread
  if (waiting.size >= maxWaiting) throw busy()
  lastId += 1
  const id = lastId
  const result = Promise.withResolvers<number>()
  waiting.set(id, result)
  idleTimer.refresh()
  worker.ref()
  worker.postMessage({ id, password, userInputs } satisfies ScoreRequest)
  return result.promise.finally(() => {
    waiting.delete(id)
    // An idle thread must not keep the process alive.
    if (waiting.size === 0) worker.unref()
  })
}

function start() {
  const worker = new Worker(program, { execArgv: ['--disable-warning=ExperimentalWarning'], env: {} })
  const waiting: Waiting = new Map()
  const idleTimer = setTimeout(() => void worker.terminate(), idleMs).unref()
  worker.on('message', ({ id, score }: ScoreReply) => waiting.get(id)?.resolve(score))
  const onEnd = (error: unknown) => {
    clearTimeout(idleTimer)
    if (thread?.worker === worker) thread = null
    for (const { reject } of waiting.values()) reject(error)
  }
  worker.on('error', onEnd).on('exit', () => onEnd(busy()))
  return { worker, waiting, idleTimer }
}

const busy = () =>
  new AppError('unavailable', 'A lot of people are signing up right now. Please try again in a minute.')
