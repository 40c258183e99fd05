// Owns that one PostgreSQL server keeps running on one port until stop(): it starts it, and starts it again when it
// dies, so that the pools of its clients only have to reconnect.
import { setTimeout as delay } from 'node:timers/promises'
import { clearLeftovers } from './orphans.ts'
import {
  freePort,
  type Postmaster,
  type PostmasterOptions,
  spawnPostmaster,
  untilReady,
} from './postmaster.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'

export type Log = Record<'info' | 'warn' | 'error', (context: object, message: string) => void>

type Supervised = { port: number; failed: Promise<Error>; stop(): Promise<void> }

// A restart right after a kill -9 may fail while the old server is a zombie or a backend still holds its memory.
const RESTART_DELAYS_MS = [50, 100, 200, 300, 500, 1000, 1000, 2000, 2000, 3000, 3000, 5000]
const MANY_DEATHS = { count: 8, withinMs: 60_000 }
const FAST_SHUTDOWN_MS = 10_000
const IMMEDIATE_SHUTDOWN_MS = 5_000

/** Starts the server on a free port. `failed` settles only when restarting it has been given up. */
export async function supervise(
  options: PostmasterOptions,
  log: Log,
  restartDelaysMs = RESTART_DELAYS_MS,
): Promise<Supervised> {
  const watchdog = startWatchdog(options.user, options.cluster)
  const { promise: failed, resolve: giveUp } = Promise.withResolvers<Error>()
  const deaths: number[] = []
  let stopping = false
  let healing: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | undefined
  let server = await startOnFreePort(options, watchdog)
  const { port } = server
  watch(server)

  function watch(running: Postmaster): void {
    void running.exited.then((reason) => {
      watchdog.watch(null)
      if (stopping) return
      deaths.push(Date.now())
      healing = heal(reason)
    })
  }

  async function heal(reason: string): Promise<void> {
    let because = reason
    for (const pause of diesTooOften(deaths) ? [] : restartDelaysMs) {
      log.error({ reason: because }, 'PostgreSQL ended and is started again')
      try {
        await clearLeftovers(options.cluster)
        if (stopping) return
        server = spawnWatched(options, port, watchdog)
        await untilReady(server, options.cluster)
        log.info({ port }, 'PostgreSQL runs again')
        watch(server)
        return
      } catch (error) {
        because = error instanceof Error ? error.message : String(error)
        await delay(pause)
      }
    }
    giveUp(new Error(`PostgreSQL keeps ending (${because}). Its log is in ${options.cluster}/log.`))
  }

  async function stop(): Promise<void> {
    stopping = true
    await end(server)
    await healing
    watchdog.dismiss()
  }

  return {
    port,
    failed,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

function diesTooOften(deaths: number[]): boolean {
  return deaths.filter((at) => at > Date.now() - MANY_DEATHS.withinMs).length >= MANY_DEATHS.count
}

function spawnWatched(options: PostmasterOptions, port: number, watchdog: Watchdog): Postmaster {
  const server = spawnPostmaster(options, port)
  watchdog.watch(server.pid)
  return server
}

async function startOnFreePort(options: PostmasterOptions, watchdog: Watchdog): Promise<Postmaster> {
  let failure: unknown
  // Between the look for a free port and its use another program may take it.
  for (let attempt = 0; attempt < 4; attempt++) {
    const server = spawnWatched(options, await freePort(), watchdog)
    try {
      await untilReady(server, options.cluster)
      return server
    } catch (error) {
      failure = error
    }
  }
  watchdog.dismiss()
  throw failure
}

async function end({ child, exited }: Postmaster): Promise<void> {
  child.kill('SIGINT')
  const immediate = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS)
  const kill = setTimeout(() => child.kill('SIGKILL'), FAST_SHUTDOWN_MS + IMMEDIATE_SHUTDOWN_MS)
  await exited
  clearTimeout(immediate)
  clearTimeout(kill)
}
