/** The PostgreSQL that comes with Corkboard: starts, restarts, and stops with the server. Knows nothing of tables. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDataFolder } from '../../../config/data-folder.ts'
import type { Logger } from '../../log.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, locateCluster, ownerOfCluster, ownerUrl, placeCluster } from './cluster.ts'
import { acquireLock, isLocked } from './folder-lock.ts'
import { ensureLoginRole } from './login-role.ts'
import { runningServer, stopOrphans } from './orphans.ts'
import { supervise } from './supervisor.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

const attachTimeoutMs = 10_000

const lockFile = (folder: string) => join(folder, 'postgres.lock')

type StartOptions = {
  dataDir: string
  log: Logger
  /** Whether the latest writes survive a crash. Tests turn it off, which is faster. */
  durable?: boolean
  /** Where root puts files that PostgreSQL's user could not reach otherwise. */
  sharedDir?: string
}

/** Starts PostgreSQL on the data folder, creating the cluster first if necessary. Throws DataFolderInUseError. */
export async function startEmbeddedPostgres(options: StartOptions) {
  const { dataDir, log, durable = true, sharedDir = '/var/lib/corkboard' } = options
  const folder = await openDataFolder(dataDir)
  const locks = [acquireLock(lockFile(folder), folder)]
  const releaseLocks = () => {
    for (const lock of locks) lock.release()
  }
  try {
    const user = (await ownerOfCluster(folder)) ?? (await unprivilegedUser())
    const binaries = await findBinaries(user, sharedDir)
    const cluster = await placeCluster(folder, user, sharedDir)
    // A copy of the data folder names the same cluster outside it, so the cluster has a lock too.
    if (cluster !== join(folder, 'postgres')) locks.push(acquireLock(`${cluster}.lock`, folder))
    await stopOrphans(cluster)
    await ensureCluster({ folder, cluster, binaries, user, durable })
    const server = await supervise({ postgres: binaries.postgres, cluster, user, durable, log })
    const stop = () => server.stop().finally(releaseLocks)
    try {
      const connectionString = await ownerUrl(folder, server.port)
      return {
        /** The URL of the owner of the database, a superuser, for migrations and administration. */
        connectionString,
        /** The URL of a role that owns nothing, for serving the site. */
        appConnectionString: await ensureLoginRole(folder, connectionString),
        /** Resolves only when PostgreSQL keeps dying and is not restarted again. Users may see the message. */
        failed: server.failed,
        /** Stops PostgreSQL and releases the data folder. May be called more than once. */
        stop,
      }
    } catch (error) {
      await stop()
      throw error
    }
  } catch (error) {
    releaseLocks()
    throw error
  }
}

/** Returns the owner's URL of the PostgreSQL that a running Corkboard has started on this data folder, or null. */
export async function attachEmbeddedPostgres(options: { dataDir: string }): Promise<string | null> {
  const folder = await realpath(options.dataDir).catch(() => null)
  if (folder === null) return null
  const deadline = Date.now() + attachTimeoutMs
  while (Date.now() < deadline && isLocked(lockFile(folder))) {
    const server = await runningServer(await locateCluster(folder))
    if (server?.ready) return ownerUrl(folder, server.port)
    // The owner is starting or restarting it.
    await delay(50)
  }
  return null
}
