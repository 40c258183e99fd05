/** Keeps one PostgreSQL server running on one port until `stop`, so that the pools of its clients only have to reconnect. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { exitCodes, StartError } from '../../../config/start-error.ts'
import { freePort } from '../../free-port.ts'
import type { Logger } from '../../log.ts'
import { createRestartPolicy } from '../../processes/restart-policy.ts'
import { hasFreeSpace } from '../../storage/disk-space.ts'
import { stopOrphans } from './orphans.ts'
import { type Postmaster, type PostmasterOptions, spawnPostmaster, untilReady } from './postmaster.ts'
import { startWatchdog } from './watchdog.ts'

const fastShutdownMs = 10_000
const immediateShutdownMs = 5_000

/** Starts the server on a free port. `failed` resolves only after the last attempt to restart it. */
export async function supervise(options: PostmasterOptions & { log: Logger }) {
  const { cluster, log } = options
  const watchdog = startWatchdog(options.user, cluster)
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  const stopping = new AbortController()
  const spawn = (port: number) => {
    const server = spawnPostmaster(options, port)
    watchdog.watch(server.pid)
    return server
  }
  let server = await startOnFreePort(spawn, cluster).catch((error) => {
    watchdog.stop()
    throw error
  })
  const { port } = server
  const policy = createRestartPolicy()

  /** Returns null when the server is running again or is being stopped, or why it is not restarted anymore. */
  async function restart(reason: string): Promise<string | null> {
    let cause = reason
    while (!stopping.signal.aborted) {
      const diskFull = await isDiskFull(cluster, cause)
      // A full disk is not PostgreSQL's fault, and space may return at any time.
      const pauseMs = diskFull ? policy.afterOutage() : policy.afterCrash(true)
      if (pauseMs === null) return cause
      log.error({ reason: cause, diskFull, pauseMs }, 'PostgreSQL exited unexpectedly. Starting it again.')
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      try {
        await stopOrphans(cluster)
        if (stopping.signal.aborted) return null
        server = spawn(port)
        await untilReady(server, cluster)
        log.info({ port }, 'PostgreSQL is running again.')
        return null
      } catch (error) {
        cause = error instanceof Error ? error.message : String(error)
      }
    }
    return null
  }

  /** Resolves when the server is stopped or is not restarted anymore. */
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      const reason = await server.exited
      watchdog.watch(null)
      if (stopping.signal.aborted) return
      const failure = await restart(reason)
      if (failure)
        return fail(new Error(`PostgreSQL keeps failing (${failure}). Its log is in ${cluster}/log.`))
    }
  }
  const running = keepRunning()

  let stopped: Promise<void> | undefined
  const stop = async () => {
    stopping.abort()
    await end(server)
    await running
    // A backend that is frozen outlives a server that had to be killed.
    await stopOrphans(cluster)
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

/** PostgreSQL needs a few WAL segments of 16 MB to recover. */
const minFreeBytes = 64 * 1024 * 1024
const diskFullMessage = /No space left on device|Disk quota exceeded/

/** Returns whether PostgreSQL ended because of a full disk. If it could not even write why it ended, the free space decides. */
const isDiskFull = async (cluster: string, reason: string): Promise<boolean> =>
  diskFullMessage.test(reason) || !(await hasFreeSpace([cluster, join(cluster, 'pg_wal')], minFreeBytes))

async function startOnFreePort(spawn: (port: number) => Postmaster, cluster: string): Promise<Postmaster> {
  let failure: unknown
  // Another program may take the port before PostgreSQL does, and the memory of a killed server may not be free yet.
  for (const pause of [0, 100, 500, 2000]) {
    await delay(pause)
    await stopOrphans(cluster)
    const server = spawn(await freePort())
    try {
      await untilReady(server, cluster)
      return server
    } catch (error) {
      failure = error
    }
  }
  const { message } = failure as Error
  // The next start may succeed, for example when the disk has space again.
  throw new StartError(`${message}. Its log is in ${cluster}/log.`, {
    cause: failure,
    exitCode: exitCodes.unavailable,
  })
}

async function end({ child, exited }: Postmaster): Promise<void> {
  child.kill('SIGINT')
  const immediate = setTimeout(() => child.kill('SIGQUIT'), fastShutdownMs)
  const kill = setTimeout(() => child.kill('SIGKILL'), fastShutdownMs + immediateShutdownMs)
  await exited
  clearTimeout(immediate)
  clearTimeout(kill)
}
