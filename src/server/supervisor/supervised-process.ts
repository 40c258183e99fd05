/** Keeps one process of the site running: starts it again when it dies, replaces it on request, and stops it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pTimeout from 'p-timeout'
import { exitCodes } from '../config/start-error.ts'
import type { Logger } from '../platform/log.ts'
import { type FromSupervisor, readyMessage } from '../platform/processes/messages.ts'
import { createRestartPolicy, type RestartPolicy } from '../platform/processes/restart-policy.ts'

export type Program = {
  /** For messages, such as `Worker 1`. */
  name: string
  start: () => ChildProcess
  /** How long it may take to stop. Then it is killed. */
  stopMs: number
  /** Whether a first start that fails is repeated. */
  retryFirstStart?: boolean
  /** Whether it must never run twice: when it is replaced, it ends before its successor starts. */
  alone?: boolean
  /** Whether it ends by itself when it is replaced: once its last clients are gone, which are replaced after it. */
  lingers?: boolean
  /** Whether the site works without this process. Then it is never given up. */
  othersWork?: () => boolean
}

/** Why a process is not started again. */
export type Ended = {
  exitCode: number
  /** Why it ended, unless the process itself has printed that. */
  message?: string
}

export type SupervisedProcess = ReturnType<typeof superviseProcess>

type Exit = { code: number | null; signal: NodeJS.Signals | null }

type Run = {
  child: ChildProcess
  exited: Promise<Exit>
  isReady: boolean
  hasBeenReady: boolean
  ready: Promise<boolean>
}

/** A start that takes longer than this hangs, for example on a lock of the database. */
const maxStartMs = 120_000
const pauseWhileOthersWorkMs = 10_000

export function superviseProcess(
  program: Program,
  log: Logger,
  policy: RestartPolicy = createRestartPolicy(),
) {
  const { name, stopMs, othersWork = () => false } = program
  const stopping = new AbortController()
  const firstReady = Promise.withResolvers<void>()
  /** The old and the new process while one replaces the other. */
  const alive = new Set<Run>()
  let current: Run | null = null
  let hasBeenReady = program.retryFirstStart ?? false

  function startRun(): Run {
    const child = program.start()
    const exited = untilExit(child)
    const ready = untilReady(child, exited)
    const run: Run = { child, exited, isReady: false, hasBeenReady: false, ready }
    alive.add(run)
    void ready.then((isReady) => {
      run.isReady = isReady
      run.hasBeenReady = isReady
      if (!isReady) return
      hasBeenReady = true
      firstReady.resolve()
    })
    void exited.then(() => {
      run.isReady = false
      alive.delete(run)
    })
    return run
  }

  async function superviseRuns(): Promise<Ended> {
    for (;;) {
      const run = current ?? startRun()
      current = run
      const { code, signal } = await run.exited
      if (stopping.signal.aborted) return { exitCode: code ?? exitCodes.failure }
      // It was replaced: watch its successor.
      if (current !== run) continue
      current = null
      // The first start failed for a reason that the process has printed. Another start would not change it.
      if (!hasBeenReady && code) return { exitCode: code }
      const how = signal ? `was killed by ${signal}` : `exited with code ${code}`
      const pauseMs =
        (code === exitCodes.unavailable ? policy.afterOutage() : policy.afterCrash(run.hasBeenReady)) ??
        (othersWork() ? pauseWhileOthersWorkMs : null)
      if (pauseMs === null) return { exitCode: exitCodes.failure, message: giveUpMessage(name, how) }
      log.error({ pauseMs }, `${name} ${how}. Starting it again.`)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return { exitCode: exitCodes.ok }
    }
  }
  const ended = superviseRuns()

  const startsInTime = ({ ready }: Run): Promise<boolean> =>
    pTimeout(ready, { milliseconds: maxStartMs, fallback: () => false })

  async function replaceAlone(): Promise<boolean> {
    const old = current
    // Otherwise, its end would count as a crash, and the next one would start after a pause.
    current = null
    if (old) await endRun(old, () => sendTo(old.child, { type: 'retire' }))
    return !current || startsInTime(current)
  }

  async function replaceWithOverlap(): Promise<boolean> {
    const next = startRun()
    if (!(await startsInTime(next)) || stopping.signal.aborted) {
      next.child.kill('SIGKILL')
      return false
    }
    const old = current
    current = next
    if (!old) return true
    const retire = () => sendTo(old.child, { type: 'retire' })
    if (program.lingers) retire()
    else await endRun(old, retire)
    return true
  }

  /** Asks the process to end, and kills it if it takes too long. */
  async function endRun({ child, exited }: Run, ask: () => void) {
    ask()
    const kill = setTimeout(() => child.kill('SIGKILL'), stopMs)
    await exited
    clearTimeout(kill)
  }

  return {
    name,
    /** Resolves when the process works for the first time. */
    ready: firstReady.promise,
    /** Resolves when the process has ended and is not started again. */
    ended,
    /**
     * Starts a second process and, once it works, lets the first one finish. Returns whether that succeeded: if the new
     * process does not start, the old one stays, unless it has to run alone.
     */
    replace: program.alone ? replaceAlone : replaceWithOverlap,
    /** Returns the process if it works now. */
    working: () => (current?.isReady ? current.child : null),
    async stop() {
      stopping.abort()
      await Promise.all([...alive].map((run) => endRun(run, () => run.child.kill('SIGTERM'))))
      await ended
    },
  }
}

const giveUpMessage = (name: string, how: string) =>
  `${name} ${how}, after it had been restarted five times within a minute. It is not restarted again. See the log above for the reason.`

/** Sends a message to a process that may have just died. */
export const sendTo = (child: ChildProcess, message: FromSupervisor) =>
  void (child.connected && child.send(message, () => {}))

const ownFile = process.argv[1] ?? ''
const isBuilt = basename(ownFile) === 'supervisor.js'

/** Returns the file of a program such as `main`: the built one if this supervisor is built, else its source. */
export const programFile = (name: string): URL =>
  isBuilt ? new URL(`${name}.js`, pathToFileURL(ownFile)) : new URL(`../${name}.ts`, import.meta.url)

/** Starts a program of the site in a child process, which sees `disconnect` when this one is killed. */
export function startProgram({
  file,
  nodeFlags = [],
  environment,
}: {
  file: URL
  nodeFlags?: string[]
  environment: Record<string, string | undefined>
}): ChildProcess {
  const args = [...commonFlags, ...nodeFlags, fileURLToPath(file)]
  return spawn(process.execPath, args, { stdio: [...childStreams], env: environment })
}

export const commonFlags = ['--disable-warning=ExperimentalWarning']
export const childStreams = ['ignore', 'inherit', 'inherit', 'ipc'] as const

export function untilExit(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.on('error', (error) => {
      // Also emitted if a message cannot be sent because the process has just died.
      if (child.pid !== undefined) return
      process.stderr.write(`A process cannot be started: ${error.message}\n`)
      resolve({ code: exitCodes.failure, signal: null })
    })
  })
}

/** Returns false if the process ends before it is ready. */
const untilReady = (child: ChildProcess, exited: Promise<Exit>): Promise<boolean> =>
  Promise.race([
    new Promise<true>((resolve) => {
      child.on('message', (message) => message === readyMessage && resolve(true))
    }),
    exited.then(() => false),
  ])
