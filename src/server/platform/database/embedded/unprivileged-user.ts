/** The user that PostgreSQL runs as: ours or, because PostgreSQL refuses to run as root, an unprivileged one. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartError } from '../../../config/start-error.ts'

const run = promisify(execFile)

/** The user to run PostgreSQL as; null for the current user. */
export type RunAs = { uid: number; gid: number } | null

const systemUser = 'corkboard'

/** Returns PostgreSQL's user if we are root, creating it on first use; null for a regular user. */
export async function unprivilegedUser(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return null
  const user =
    (await findUser(systemUser)) ??
    (await createSystemUser()) ??
    (await findUser('postgres')) ??
    (await findUser('nobody'))
  if (user) return user
  throw new StartError(
    'PostgreSQL refuses to run as root, and no other user could be found or created. Run Corkboard as a regular user, or set DATABASE_URL.',
  )
}

async function findUser(name: string): Promise<RunAs> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    const found = { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    return found.uid > 0 ? found : null
  } catch {
    return null
  }
}

async function createSystemUser(): Promise<RunAs> {
  const home = ['--home-dir', '/nonexistent', '--no-create-home']
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', ...home, '--shell', '/bin/false', systemUser]],
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false', systemUser]],
  ]
  for (const [command, args] of attempts) {
    // If this fails, another process may have just created the user, so look again in any case.
    await run(command, args, { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } }).catch(() => {})
    const user = await findUser(systemUser)
    if (user) return user
  }
  return null
}

/**
 * Returns the options for spawning a PostgreSQL process. The environment is small on purpose: ours contains secrets that
 * another user could read from /proc, and PG* variables would configure the server.
 */
export function spawnOptions(user: RunAs, cwd: string) {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  // The uid of nobody on macOS is 4294967294, which spawn accepts only as -2.
  return user ? { cwd, env, uid: user.uid | 0, gid: user.gid | 0 } : { cwd, env }
}

/** Runs a shell test (`-x path`, `-r path`, …) as `user`. The kernel decides: computing permissions is error-prone. */
export async function testAs(user: RunAs, test: string, path: string): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], spawnOptions(user, '/'))
    return true
  } catch {
    return false
  }
}
