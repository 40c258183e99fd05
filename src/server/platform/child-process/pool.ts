/**
 * Has work done by a process apart, one order after the other. Whatever an order does to that process (takes all its
 * memory, never ends, crashes it), that order alone is without an outcome, and the next one gets a new process.
 */
import { type ChildProcess, fork } from 'node:child_process'

export type WorkerLimits = {
  /** Of the process, in bytes. */
  memory: number
  /** Of one order: how long the processors may work on it, and how long it may take on a machine that is busy. */
  workMs: number
  milliseconds: number
  /** How many may wait for their turn. */
  waiting: number
  /** After so long without an order the process ends. */
  idleMs: number
}

type Parts = {
  /** A file that calls `serveJobs`. */
  program: string
  limits: WorkerLimits
  /** What is thrown while there are too many, or when stopping. */
  busy: () => Error
}

/** The process itself says so of what it could not do; `code` is the system's. */
export type Failed = { failed: string; code?: string }

export function createWorkerProcess<Order extends object, Outcome>({ program, limits, busy }: Parts) {
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
      // decoder of pictures thinks odd in a file is nobody's business.
      env: { MALLOC_ARENA_MAX: '1', VIPS_WARNING: '0' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    const forget = () => {
      if (child === started) child = null
    }
    started.on('exit', forget).on('error', forget)
    return started
  }

  async function process(order: Order): Promise<Outcome | null> {
    clearTimeout(idle)
    child ??= start()
    try {
      const outcome = await outcomeOf<Outcome | Failed>(child, order, limits.milliseconds)
      if (!isFailed(outcome)) return outcome
      throw Object.assign(new Error(outcome.failed), { code: outcome.code })
    } finally {
      idle = setTimeout(end, limits.idleMs).unref()
    }
  }

  function end() {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }

  return {
    /** Null when the process had to be ended before it had an outcome; nothing is begun once the signal is aborted. */
    async ask(order: Order, gone?: AbortSignal): Promise<Outcome | null> {
      if (stopping || waiting >= limits.waiting) throw busy()
      waiting += 1
      const turn = last.then(() => {
        waiting -= 1
        gone?.throwIfAborted()
        if (stopping) throw busy()
        return process(order)
      })
      last = turn.catch(() => {})
      return turn
    },

    /** Finishes the order under way, and refuses those that wait. */
    async stop() {
      stopping = true
      await last
      end()
    },
  }
}

const isFailed = (outcome: unknown): outcome is Failed =>
  typeof outcome === 'object' && outcome !== null && 'failed' in outcome

/** Null when the process ended, or had to be ended, before it had one. */
async function outcomeOf<Outcome>(
  child: ChildProcess,
  order: object,
  milliseconds: number,
): Promise<Outcome | Failed | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome | Failed | null>()
  const onMessage = (outcome: unknown) => resolve(outcome as Outcome)
  // Ended by a signal it was by the order; by itself it ends only when it could not even begin.
  const onExit = (code: number | null) =>
    resolve(code === null ? null : { failed: `The process apart ended with code ${code}.` })
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
