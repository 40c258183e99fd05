/** Locates and creates the cluster of a data folder. It gets its final name only when it is complete. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { exitCodes, StartError } from '../../../config/start-error.ts'
import type { Binaries } from './binaries.ts'
import { type RunAs, spawnOptions, testAs } from './unprivileged-user.ts'

const run = promisify(execFile)

/** The name of the database and of its owner, a superuser. */
const databaseName = 'corkboard'

/** In order of preference: with plain C, pg_trgm and full-text search do not treat é as a letter. */
const ctypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** Returns the path of this data folder's cluster, which may not exist yet. */
export async function locateCluster(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'postgres.json'), 'utf8').catch(() => null)
  if (text === null) return join(folder, 'postgres')
  return (JSON.parse(text) as { cluster: string }).cluster
}

/** Returns the URL for the owner of the database. */
export async function ownerUrl(folder: string, port: number): Promise<string> {
  const password = await readFile(join(folder, 'postgres.password'), 'utf8')
  return `postgres://${databaseName}:${password}@127.0.0.1:${port}/${databaseName}`
}

/**
 * Returns the path of the cluster, moving an existing one if necessary, so that `user` can reach it: in the data folder
 * or, if only root may enter a parent folder, in `sharedDir`. postgres.json then records the path.
 */
export async function placeCluster(folder: string, user: RunAs, sharedDir: string): Promise<string> {
  const cluster = await locateCluster(folder)
  if (!user) return cluster
  if (cluster === join(folder, 'postgres') && !(await canEnter(folder, user))) {
    await mkdir(sharedDir, { recursive: true, mode: 0o755 })
    const moved = join(sharedDir, randomBytes(8).toString('hex'))
    if (await isCluster(cluster)) await run('mv', [cluster, moved])
    await writeFile(join(folder, 'postgres.json'), JSON.stringify({ cluster: moved }), { mode: 0o600 })
    return giveTo(moved, user)
  }
  return giveTo(cluster, user)
}

/** Returns the owner of the cluster if we are root, so that a regular user's data folder stays usable for that user. */
export async function ownerOfCluster(folder: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return null
  const found = await stat(await locateCluster(folder)).catch(() => null)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

async function canEnter(folder: string, user: RunAs): Promise<boolean> {
  if (!(await testAs(user, '-x', dirname(folder)))) return false
  if (!(await testAs(user, '-x', folder))) await chmod(folder, 0o711)
  return testAs(user, '-x', folder)
}

async function giveTo(cluster: string, user: NonNullable<RunAs>): Promise<string> {
  const found = await stat(cluster).catch(() => null)
  // Root restored or copied the cluster, or created it before it created the user.
  if (found && found.uid !== user.uid) await run('chown', ['-R', `${user.uid}:${user.gid}`, cluster])
  return cluster
}

/** Returns whether there is a complete cluster. */
export async function isCluster(cluster: string): Promise<boolean> {
  return (await stat(join(cluster, 'PG_VERSION')).catch(() => null)) !== null
}

type ClusterOptions = { folder: string; cluster: string; binaries: Binaries; user: RunAs; durable: boolean }

/** Creates the cluster with its database and password, unless it exists. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { folder, cluster } = options
  await removeIncomplete(cluster)
  if (await isCluster(cluster)) return
  const password = randomBytes(24).toString('hex')
  const incomplete = `${cluster}.new-${randomBytes(4).toString('hex')}`
  await mkdir(incomplete, { mode: 0o700 })
  await chownTo(incomplete, options.user)
  await initialize(options, incomplete, password)
  await createDatabase(options, incomplete)
  const passwordFile = join(folder, 'postgres.password')
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  await rename(incomplete, cluster)
}

async function removeIncomplete(cluster: string): Promise<void> {
  const parent = dirname(cluster)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

async function chownTo(path: string, user: RunAs): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}

async function initialize(options: ClusterOptions, target: string, password: string): Promise<void> {
  const passwordFile = `${target}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  await chownTo(passwordFile, options.user)
  const args = [
    `--pgdata=${target}`,
    `--username=${databaseName}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  if (!options.durable) args.push('--no-sync')
  let failure: unknown
  for (const ctype of ctypes) {
    try {
      await run(options.binaries.initdb, [...args, `--lc-ctype=${ctype}`], spawnOptions(options.user, target))
      await rm(passwordFile)
      return
    } catch (error) {
      failure = error
    }
  }
  const { stderr = '' } = failure as { stderr?: string }
  const reason = stderr.split('\n').find((line) => line.includes('error:')) ?? 'initdb failed'
  throw new StartError(`PostgreSQL could not create its database in ${target}: ${reason}`, {
    cause: failure,
    exitCode: exitCodes.unavailable,
  })
}

/** Runs in single-user mode, before anyone can connect, so that a cluster never lacks its database. */
async function createDatabase({ binaries, user }: ClusterOptions, target: string): Promise<void> {
  const session = run(
    binaries.postgres,
    ['--single', '-D', target, '-c', 'exit_on_error=on', 'postgres'],
    spawnOptions(user, target),
  )
  session.child.stdin?.end(`create database ${databaseName}\n`)
  await session
}
