/**
 * Has pictures made ready by a process apart, one after the other. Whatever a picture does to that process (takes all
 * its memory, never ends, crashes it), the picture alone is refused, and the next one gets a new process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../shared/errors.ts'
import type { Logger } from '../log.ts'
import type { Made } from './make-variants.ts'
import type { Order, Outcome } from './picture-process.ts'
import { refused } from './refusals.ts'

export type ProcessingLimits = {
  /** Of the process, in bytes. */
  memory: number
  /** Of one picture: how long the processors may work on it, and how long it may take on a machine that is busy. */
  workMs: number
  milliseconds: number
  /** How many may wait for their turn. */
  waiting: number
  /** After so long without a picture the process ends. */
  idleMs: number
}

const megabyte = 1024 * 1024
const program = fileURLToPath(new URL('picture-process.ts', import.meta.url))

/** Room for 50 megapixels in the hungriest format, on a machine that has it. */
const usualLimits: ProcessingLimits = {
  memory: Math.max(400 * megabyte, Math.min(1024 * megabyte, totalmem() / 2)),
  workMs: 20_000,
  milliseconds: 60_000,
  waiting: 50,
  idleMs: 60_000,
}

export type Processing = ReturnType<typeof createProcessing>

export function createProcessing(log: Logger, given: Partial<ProcessingLimits> = {}) {
  const limits = { ...usualLimits, ...given }
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let waiting = 0
  let stopping = false
  /** Settles when nothing is left to do; never rejects. */
  let last: Promise<unknown> = Promise.resolve()

  function start(): ChildProcess {
    const started = fork(program, [String(limits.memory), String(limits.workMs)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // It needs no secret of the site's, so it has none to lose. With one arena freed memory is had back; what the
      // decoder thinks odd in a file is nobody's business.
      env: { MALLOC_ARENA_MAX: '1', VIPS_WARNING: '0' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const forget = () => {
      if (child === started) child = null
    }
    started.on('exit', forget).on('error', forget)
    return started
  }

  async function process(order: Order): Promise<Made> {
    clearTimeout(idle)
    child ??= start()
    try {
      return madeOf(await outcomeOf(child, order, limits.milliseconds))
    } finally {
      idle = setTimeout(end, limits.idleMs).unref()
    }
  }

  function madeOf(outcome: Outcome | null): Made {
    if (outcome === null) {
      log.warn('A picture took too much memory or time, and its process with it.')
      throw refused('laborious')
    }
    if ('made' in outcome) return outcome.made
    if ('refused' in outcome) throw refused(outcome.refused, outcome.reason)
    throw Object.assign(new Error(outcome.failed), { code: outcome.code })
  }

  function end() {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }

  return {
    /**
     * Makes the files of a picture in the folder. Throws AppErrors with a sentence for whoever sent it, and what writing
     * throws; nothing is begun once the signal is aborted.
     */
    async make(order: Order, gone: AbortSignal): Promise<Made> {
      if (waiting >= limits.waiting) throw tooMany()
      waiting += 1
      const turn = last.then(() => {
        waiting -= 1
        gone.throwIfAborted()
        if (stopping) throw tooMany()
        return process(order)
      })
      last = turn.catch(() => {})
      return turn
    },

    /** Finishes the picture under way, and refuses those that wait. */
    async stop() {
      stopping = true
      await last
      end()
    },
  }
}

/** Null when the process ended, or had to be ended, before it had one. */
async function outcomeOf(child: ChildProcess, order: Order, milliseconds: number): Promise<Outcome | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome | null>()
  const onMessage = (outcome: Outcome) => resolve(outcome)
  // Ended by a signal it was by the picture; by itself it ends only when it could not even begin.
  const onExit = (code: number | null) =>
    resolve(code === null ? null : { failed: `The process for pictures ended with code ${code}.` })
  const late = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  child.on('message', onMessage).on('exit', onExit).on('error', reject)
  child.send(order)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    child.off('message', onMessage).off('exit', onExit).off('error', reject)
  }
}

const tooMany = () =>
  new AppError(
    'unavailable',
    'Many pictures are being made ready right now. Please try again in a minute; everything else you entered is kept.',
    undefined,
    { retryAfter: 60 },
  )
