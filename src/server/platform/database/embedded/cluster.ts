// Owns where the cluster of a data folder is, how it is made, and its password. A cluster appears under its name only
// when it is whole, so that a start killed half-way leaves nothing that looks like one.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { holdsFor, type RunAs, spawnedAs } from './unprivileged-user.ts'

const run = promisify(execFile)

const DATABASE = 'corkboard'

/** The first LC_CTYPE that the system has. With plain C, pg_trgm and full text take é for no letter. */
const CTYPES = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** The data folder by its one true name, made if missing; only ours to look into. */
export async function openDataFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = await realpath(dataDir)
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause) => {
    throw new Error(`The data folder ${folder} belongs to another user: run Corkboard as that one.`, {
      cause,
    })
  })
  const { mode, uid } = await stat(folder)
  const reach = mode & 0o777
  // 0711 lets the user of PostgreSQL pass to its cluster; it was set by placeCluster().
  if (uid === process.getuid?.() && reach !== 0o700 && reach !== 0o711) await chmod(folder, 0o700)
  return folder
}

/** Where the cluster of this data folder is; it need not exist yet. */
export async function locateCluster(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'postgres.json'), 'utf8').catch(() => null)
  if (text === null) return join(folder, 'postgres')
  return (JSON.parse(text) as { cluster: string }).cluster
}

export function connectionString(password: string, port: number): string {
  return `postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`
}

export function readPassword(folder: string): Promise<string> {
  return readFile(join(folder, 'postgres.password'), 'utf8')
}

/**
 * Puts an existing cluster, or the place for a new one, where that user can work on it: in the data folder, else
 * (below a folder that only root may enter) under `sharedDir`, which postgres.json then records.
 */
export async function placeCluster(folder: string, user: RunAs, sharedDir: string): Promise<string> {
  const cluster = await locateCluster(folder)
  if (!user) return cluster
  if (cluster === join(folder, 'postgres') && !(await passable(folder, user))) {
    const moved = join(await sharedFolder(sharedDir), randomBytes(8).toString('hex'))
    if (await isCluster(cluster)) await run('mv', [cluster, moved])
    await writeFile(join(folder, 'postgres.json'), JSON.stringify({ cluster: moved }), { mode: 0o600 })
    return await ownedBy(moved, user)
  }
  return await ownedBy(cluster, user)
}

/**
 * Whom the cluster belongs to, when we are root: a data folder of an ordinary user stays that user's, who can then
 * go on with it. null for a new cluster and for one that was copied by root.
 */
export async function ownerOfCluster(folder: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return null
  const found = await stat(await locateCluster(folder)).catch(() => null)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

async function passable(folder: string, user: RunAs): Promise<boolean> {
  if (!(await holdsFor(user, '-x', dirname(folder)))) return false
  if (!(await holdsFor(user, '-x', folder))) await chmod(folder, 0o711)
  return await holdsFor(user, '-x', folder)
}

async function sharedFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o755 })
  return path
}

async function ownedBy(cluster: string, user: NonNullable<RunAs>): Promise<string> {
  const found = await stat(cluster).catch(() => null)
  // Restored or copied by root, or made before root made the user.
  if (found && found.uid !== user.uid) await run('chown', ['-R', `${user.uid}:${user.gid}`, cluster])
  return cluster
}

async function isCluster(cluster: string): Promise<boolean> {
  return (await stat(join(cluster, 'PG_VERSION')).catch(() => null)) !== null
}

type Making = { folder: string; cluster: string; binaries: Binaries; user: RunAs; durable: boolean }

/** Makes the cluster with its database and password, unless it is there. */
export async function ensureCluster(making: Making): Promise<void> {
  const { folder, cluster } = making
  await removeUnfinished(cluster)
  if (await isCluster(cluster)) return
  const password = randomBytes(24).toString('hex')
  const unfinished = `${cluster}.new-${randomBytes(4).toString('hex')}`
  await mkdir(unfinished, { mode: 0o700 })
  await handOver(unfinished, making.user)
  await initialise(making, unfinished, password)
  await createDatabase(making, unfinished)
  const passwordFile = join(folder, 'postgres.password')
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  await rename(unfinished, cluster)
}

async function removeUnfinished(cluster: string): Promise<void> {
  const parent = dirname(cluster)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

async function handOver(path: string, user: RunAs): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}

async function initialise(making: Making, target: string, password: string): Promise<void> {
  const passwordFile = `${target}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  await handOver(passwordFile, making.user)
  const args = ['-D', target, '-U', DATABASE, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8']
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  if (!making.durable) args.push('--no-sync')
  let failure: unknown
  for (const ctype of CTYPES) {
    try {
      await run(making.binaries.initdb, [...args, `--lc-ctype=${ctype}`], spawnedAs(making.user, target))
      await rm(passwordFile)
      return
    } catch (error) {
      failure = error
    }
  }
  throw new Error(`PostgreSQL could not make its database in ${target}.`, { cause: failure })
}

/** In single-user mode, before anybody can connect, so that a cluster is never there without its database. */
async function createDatabase({ binaries, user }: Making, target: string): Promise<void> {
  const session = run(
    binaries.postgres,
    ['--single', '-D', target, '-c', 'exit_on_error=on', 'postgres'],
    spawnedAs(user, target),
  )
  session.child.stdin?.end(`create database ${DATABASE}\n`)
  await session
}
