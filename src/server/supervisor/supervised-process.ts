/** Keeps one process of the site running: starts it again when it dies, and stops it with the supervisor. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { exitCodes } from '../config/start-error.ts'
import type { Logger } from '../platform/log.ts'
import { readyMessage } from '../process-end.ts'
import { createRestartPolicy, type RestartPolicy } from './restart-policy.ts'

export type Program = {
  /** For messages, such as `The server`. */
  name: string
  file: URL
  nodeFlags?: string[]
  environment: Record<string, string | undefined>
  /** How long it may take to stop. Then it is killed. */
  stopMs: number
}

/** Why a process is not started again. */
export type Ended = {
  exitCode: number
  /** Missing if the process itself has printed why it ended. */
  message?: string
}

export type SupervisedProcess = {
  /** Resolves when the process has ended and is not started again. */
  ended: Promise<Ended>
  stop(): Promise<void>
}

type Exit = { code: number | null; signal: NodeJS.Signals | null }

export function superviseProcess(
  program: Program,
  log: Logger,
  policy: RestartPolicy = createRestartPolicy(),
): SupervisedProcess {
  const stopping = new AbortController()
  let child: ChildProcess | null = null
  let hasBeenReady = false

  async function runOnce(): Promise<Exit> {
    const started = startProgram(program)
    child = started
    started.on('message', (message) => {
      hasBeenReady ||= message === readyMessage
    })
    const exit = await untilExit(started)
    child = null
    return exit
  }

  async function run(): Promise<Ended> {
    for (;;) {
      const { code, signal } = await runOnce()
      if (stopping.signal.aborted) return { exitCode: code ?? exitCodes.failure }
      // The first start failed for a reason that the process has printed. Another start would not change it.
      if (!hasBeenReady && code) return { exitCode: code }
      const how = signal ? `was killed by ${signal}` : `exited with code ${code}`
      const pauseMs = code === exitCodes.unavailable ? policy.afterOutage() : policy.afterCrash()
      if (pauseMs === null) return { exitCode: exitCodes.failure, message: giveUpMessage(program.name, how) }
      log.error({ pauseMs }, `${program.name} ${how}. Starting it again.`)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return { exitCode: exitCodes.ok }
    }
  }
  const ended = run()

  return {
    ended,
    async stop() {
      stopping.abort()
      child?.kill('SIGTERM')
      const kill = setTimeout(() => child?.kill('SIGKILL'), program.stopMs)
      await ended
      clearTimeout(kill)
    },
  }
}

const giveUpMessage = (name: string, how: string) =>
  `${name} ${how}, after it had been restarted five times within a minute. It is not restarted again. See the log above for the reason.`

/** Starts a program of the site in a child process, which sees `disconnect` when this one is killed. */
export function startProgram({
  file,
  nodeFlags = [],
  environment,
}: Omit<Program, 'name' | 'stopMs'>): ChildProcess {
  const args = ['--disable-warning=ExperimentalWarning', ...nodeFlags, fileURLToPath(file)]
  return spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: environment })
}

export function untilExit(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', reject)
  })
}
