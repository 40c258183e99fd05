// Owns who PostgreSQL runs as: ourselves, or, because PostgreSQL refuses to run as root, a user without rights.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whom to run PostgreSQL as; null means as ourselves. */
export type RunAs = { uid: number; gid: number } | null

const SYSTEM_USER = 'corkboard'

/** The user of PostgreSQL when we are root, made on first use; null when we are an ordinary user. */
export async function unprivilegedUser(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return null
  const user =
    (await userNamed(SYSTEM_USER)) ??
    (await createSystemUser()) ??
    (await userNamed('postgres')) ??
    (await userNamed('nobody'))
  if (user) return user
  throw new Error(
    'PostgreSQL refuses to run as root and no other user could be made or found: run Corkboard as an ordinary user, or set DATABASE_URL.',
  )
}

async function userNamed(name: string): Promise<RunAs> {
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
    ['useradd', ['--system', '--user-group', ...home, '--shell', '/bin/false', SYSTEM_USER]],
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false', SYSTEM_USER]],
  ]
  for (const [command, args] of attempts) {
    // A failure may mean that another start has just made the user, so look again either way.
    await run(command, args, { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } }).catch(() => {})
    const user = await userNamed(SYSTEM_USER)
    if (user) return user
  }
  return null
}

/**
 * What every process of PostgreSQL is spawned with. The environment is small on purpose: ours holds secrets that
 * another user could read from /proc, and PG* variables would steer the server.
 */
export function spawnedAs(user: RunAs, cwd: string) {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  // macOS numbers nobody 4294967294, which spawn takes only as -2.
  return user ? { cwd, env, uid: user.uid | 0, gid: user.gid | 0 } : { cwd, env }
}

/** Whether the shell test (`-x path`, `-r path`, …) holds for that user. Asked of the kernel, never computed. */
export async function holdsFor(user: RunAs, test: string, path: string): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], spawnedAs(user, '/'))
    return true
  } catch {
    return false
  }
}
