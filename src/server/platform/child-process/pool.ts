/**
 * Runs jobs in a child process, one at a time on this machine. Whatever a job does to that process (uses up its memory, never ends,
 * crashes it), only this job fails: the next one gets a new process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import type { MachineLocks } from '../processes/machine-locks.ts'

export type WorkerLimits = {
  /** The memory of the process, in bytes. */
  maxMemoryBytes: number
  /** CPU time of one job. The process checks it itself. */
  maxCpuMs: number
  /** Wall-clock time of one job. Longer than `maxCpuMs`, so that only a job that got too little CPU time reaches it. */
  timeoutMs: number
  /** How many jobs may wait. */
  maxQueued: number
  /** The process exits after this long without a job. */
  idleMs: number
}

type WorkerOptions = {
  /** A file that calls `serveJobs`. */
  program: string
  limits: WorkerLimits
  /** The locks of this machine. Each process that shares them has such a child process for this resource. */
  locks: MachineLocks
  resource: string
  /** Creates the error to throw when the queue is full or the worker is stopping. */
  busy: () => Error
}

/** Why a job has no result: it exceeded a limit or crashed the process, or the machine was too busy to finish it in time. */
type Ended = 'limit' | 'timeout'
export type Outcome<Result> = { result: Result } | { ended: Ended }

/** What the worker process sends for a job that throws; `code` is the code of a system error. */
export type JobFailure = { failed: string; code?: string }

export function createWorkerProcess<Job extends object, Result>({
  program,
  limits,
  locks,
  resource,
  busy,
}: WorkerOptions) {
  const maxQueued = Math.ceil(limits.maxQueued / locks.processes)
  let child: ChildProcess | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let queued = 0
  let stopping = false
  /** Settles when no job is left; never rejects. */
  let last: Promise<unknown> = Promise.resolve()

  function start(): ChildProcess {
    const started = fork(program, [String(limits.maxMemoryBytes), String(limits.maxCpuMs)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // The worker needs none of the site's secrets, so it gets none that could leak. A single malloc arena returns
      // freed memory to the system. libvips' warnings about odd files would only fill the log.
      env: { MALLOC_ARENA_MAX: '1', VIPS_WARNING: '0' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    const onEnd = () => {
      if (child === started) child = null
    }
    started.on('exit', onEnd).on('error', onEnd)
    return started
  }

  async function runNow(job: Job): Promise<Outcome<Result>> {
    clearTimeout(idleTimer)
    child ??= start()
    try {
      const outcome = await sendJob<Result>(child, job, limits.timeoutMs)
      if ('ended' in outcome) {
        // It may take a moment to end, and must get no further job.
        kill()
        return outcome
      }
      const { result } = outcome
      if (!isFailure(result)) return { result }
      throw Object.assign(new Error(result.failed), { code: result.code })
    } finally {
      idleTimer = setTimeout(kill, limits.idleMs).unref()
    }
  }

  function kill() {
    clearTimeout(idleTimer)
    child?.kill('SIGKILL')
    child = null
  }
  locks.onHandover(resource, kill)

  async function runLocked(job: Job, signal?: AbortSignal): Promise<Outcome<Result>> {
    const release = await locks.acquire(resource)
    try {
      signal?.throwIfAborted()
      if (stopping) throw busy()
      return await runNow(job)
    } finally {
      release()
    }
  }

  return {
    /** Returns the job's result, or why it has none. Throws the job's error, `busy()`, or the reason of an aborted signal. */
    async run(job: Job, signal?: AbortSignal): Promise<Outcome<Result>> {
      if (stopping || queued >= maxQueued) throw busy()
      queued += 1
      const running = last.then(() => {
        queued -= 1
        signal?.throwIfAborted()
        if (stopping) throw busy()
        return runLocked(job, signal)
      })
      last = running.catch(() => {})
      return running
    },

    /** Finishes the running job and rejects the queued ones. */
    async stop() {
      stopping = true
      await last
      kill()
    },
  }
}

const isFailure = (result: unknown): result is JobFailure =>
  typeof result === 'object' && result !== null && 'failed' in result

async function sendJob<Result>(
  child: ChildProcess,
  job: object,
  timeoutMs: number,
): Promise<Outcome<Result | JobFailure>> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<Result | JobFailure>>()
  const onMessage = (result: unknown) => resolve({ result: result as Result })
  // A signal means that the job killed the process. The process exits by itself only if it failed to start.
  const onExit = (code: number | null) =>
    resolve(
      code === null
        ? { ended: 'limit' }
        : { result: { failed: `The worker process exited with code ${code}.` } },
    )
  const timer = setTimeout(() => {
    resolve({ ended: 'timeout' })
    child.kill('SIGKILL')
  }, timeoutMs)
  child.on('message', onMessage).on('exit', onExit).on('error', reject)
  child.send(job)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', onMessage).off('exit', onExit).off('error', reject)
  }
}
