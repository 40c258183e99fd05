// Owns the life of the PostgreSQL that Corkboard brings along: started with us, healed when it dies, stopped with us.
// Knows nothing of tables.
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import {
  connectionString,
  ensureCluster,
  locateCluster,
  openDataFolder,
  ownerOfCluster,
  placeCluster,
  readPassword,
} from './cluster.ts'
import { clearLeftovers, runningServer } from './orphans.ts'
import { claim, isClaimed } from './ownership.ts'
import { type Log, supervise } from './supervisor.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

export type EmbeddedPostgres = {
  connectionString: string
  /** Stops the server and frees the data folder; may be called again. */
  stop(): Promise<void>
  /** Settles only when the server keeps dying and no further restart is tried; the message may be shown. */
  failed: Promise<Error>
}

const ATTACH_MS = 10_000

function lockOf(folder: string): string {
  return join(folder, 'postgres.lock')
}

type StartOptions = {
  dataDir: string
  log: Log
  /** false, for tests only: faster, and loses the last writes when anything is killed. */
  durable?: boolean
  /** Where root puts what the user of PostgreSQL could not reach otherwise. */
  sharedDir?: string
  /** The pauses after which a dead server is tried again; then it is given up. */
  restartDelaysMs?: number[]
}

/** Starts PostgreSQL on the data folder, making the cluster first if need be. Throws DataFolderInUseError. */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true, sharedDir = '/var/lib/corkboard' } = options
  const folder = await openDataFolder(dataDir)
  const claims = [claim(lockOf(folder), folder)]
  const release = () => {
    for (const claimed of claims) claimed.release()
  }
  try {
    const user = (await ownerOfCluster(folder)) ?? (await unprivilegedUser())
    const binaries = await findBinaries(user, sharedDir)
    const cluster = await placeCluster(folder, user, sharedDir)
    // A copied data folder still names the one cluster outside of it, so that one is claimed for itself.
    if (cluster !== join(folder, 'postgres')) claims.push(claim(`${cluster}.lock`, folder))
    await clearLeftovers(cluster)
    await ensureCluster({ folder, cluster, binaries, user, durable })
    const password = await readPassword(folder)
    const server = await supervise(
      { postgres: binaries.postgres, cluster, user, durable },
      log,
      options.restartDelaysMs,
    )
    return {
      connectionString: connectionString(password, server.port),
      failed: server.failed,
      stop: () => server.stop().finally(release),
    }
  } catch (error) {
    release()
    throw error
  }
}

/** How to reach the PostgreSQL that a Corkboard runs on this data folder now; null when none does. */
export async function attachEmbeddedPostgres(options: { dataDir: string }): Promise<string | null> {
  const folder = await realpath(options.dataDir).catch(() => null)
  if (folder === null) return null
  const deadline = Date.now() + ATTACH_MS
  while (Date.now() < deadline && isClaimed(lockOf(folder))) {
    const server = await runningServer(await locateCluster(folder))
    if (server?.ready) return connectionString(await readPassword(folder), server.port)
    // The owner is just starting or healing it.
    await delay(50)
  }
  return null
}
