/**
 * Keeps one PostgreSQL server running on one port until `stop`. It restarts a server that dies, so the pools of its
 * clients only have to reconnect.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../log.ts'
import { stopOrphans } from './orphans.ts'
import {
  freePort,
  type Postmaster,
  type PostmasterOptions,
  spawnPostmaster,
  untilReady,
} from './postmaster.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'

type Supervised = { port: number; failed: Promise<Error>; stop(): Promise<void> }

/** A restart right after kill -9 may fail while the old server is a zombie or a backend still holds its memory. */
const defaultRestartDelaysMs = [50, 100, 200, 300, 500, 1000, 1000, 2000, 2000, 3000, 3000, 5000]
const maxDeaths = { count: 8, withinMs: 60_000 }
const fastShutdownMs = 10_000
const immediateShutdownMs = 5_000

/** Starts the server on a free port. `failed` resolves only after the last attempt to restart it. */
export async function supervise(
  options: PostmasterOptions,
  log: Logger,
  restartDelaysMs = defaultRestartDelaysMs,
): Promise<Supervised> {
  const watchdog = startWatchdog(options.user, options.cluster)
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  const deaths: number[] = []
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | undefined
  let server = await startOnFreePort(options, watchdog)
  const { port } = server
  watch(server)

  function watch(running: Postmaster): void {
    void running.exited.then((reason) => {
      watchdog.watch(null)
      if (stopping) return
      deaths.push(Date.now())
      restarting = restart(reason)
    })
  }

  async function restart(reason: string): Promise<void> {
    let cause = reason
    for (const pause of hasDiedTooOften(deaths) ? [] : restartDelaysMs) {
      log.error({ reason: cause }, 'PostgreSQL exited unexpectedly. Restarting it.')
      try {
        await stopOrphans(options.cluster)
        if (stopping) return
        server = spawnWatched(options, port, watchdog)
        await untilReady(server, options.cluster)
        log.info({ port }, 'PostgreSQL is running again.')
        watch(server)
        return
      } catch (error) {
        cause = error instanceof Error ? error.message : String(error)
        await delay(pause)
      }
    }
    fail(new Error(`PostgreSQL keeps failing (${cause}). Its log is in ${options.cluster}/log.`))
  }

  async function stop(): Promise<void> {
    stopping = true
    await end(server)
    await restarting
    watchdog.stop()
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

function hasDiedTooOften(deaths: number[]): boolean {
  return deaths.filter((at) => at > Date.now() - maxDeaths.withinMs).length >= maxDeaths.count
}

function spawnWatched(options: PostmasterOptions, port: number, watchdog: Watchdog): Postmaster {
  const server = spawnPostmaster(options, port)
  watchdog.watch(server.pid)
  return server
}

async function startOnFreePort(options: PostmasterOptions, watchdog: Watchdog): Promise<Postmaster> {
  let failure: unknown
  // Another program may take the port before PostgreSQL does.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const server = spawnWatched(options, await freePort(), watchdog)
    try {
      await untilReady(server, options.cluster)
      return server
    } catch (error) {
      failure = error
    }
  }
  watchdog.stop()
  throw failure
}

async function end({ child, exited }: Postmaster): Promise<void> {
  child.kill('SIGINT')
  const immediate = setTimeout(() => child.kill('SIGQUIT'), fastShutdownMs)
  const kill = setTimeout(() => child.kill('SIGKILL'), fastShutdownMs + immediateShutdownMs)
  await exited
  clearTimeout(immediate)
  clearTimeout(kill)
}
