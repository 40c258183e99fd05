/** Runs the programs of the cluster, which come from Debian packages, as PostgreSQL's user if we are root. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export type Program = {
  pid: number
  /** SIGTERM, then SIGKILL after ten seconds. */
  stop: () => Promise<void>
  kill: () => Promise<void>
}

/** Where Debian installs programs, some of which only root has in its path. */
export const debianPath = '/usr/sbin:/usr/bin:/bin'

/** Debian's programs of the newest PostgreSQL that is installed. */
export const postgresPrograms = (): string =>
  execFileSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1'], {
    encoding: 'utf8',
  }).trim()

/** The user that PostgreSQL, Patroni, and PgBouncer run as; they refuse to run as root. */
export function serviceUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const started = new Set<ChildProcess>()
// If the run is aborted, nothing is left running: Patroni stops its PostgreSQL.
process.once('exit', () => {
  for (const child of started) child.kill('SIGTERM')
})

type RunOptions = {
  folder: string
  environment?: Record<string, string>
  user?: { uid: number; gid: number } | null
}

/** Starts a program whose output goes to a file in `folder`. */
export function run(
  command: string,
  args: string[],
  { folder, environment = {}, user = serviceUser() }: RunOptions,
): Program {
  const name = command.split('/').at(-1) ?? command
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      PATH: `${postgresPrograms()}:${debianPath}`,
      LC_ALL: 'C.UTF-8',
      HOME: folder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user ?? {}),
  })
  started.add(child)
  child.once('exit', () => started.delete(child))
  const output = createWriteStream(join(folder, `${name}-${child.pid}.log`))
  child.stdout?.pipe(output, { end: false })
  child.stderr?.pipe(output, { end: false })
  child.on('error', (error) => output.write(`${error.message}\n`))
  return {
    pid: child.pid ?? 0,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  const forced = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exited
  clearTimeout(forced)
}

/** Ends a process and everything that it has started, without warning. */
export function killTree(pid: number) {
  const children = execFileSync('sh', ['-c', `ps -o pid= --ppid ${pid} || true`], { encoding: 'utf8' })
  for (const each of [pid, ...children.split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

/** Repeats `check` until it returns a value, for up to `seconds`. */
export async function eventually<Value>(
  what: string,
  check: () => Promise<Value | undefined | false>,
  seconds = 120,
): Promise<Value> {
  const deadline = Date.now() + seconds * 1000
  let last: unknown
  while (Date.now() < deadline) {
    try {
      const value = await check()
      if (value !== undefined && value !== false) return value
    } catch (error) {
      last = error
    }
    await delay(100)
  }
  throw new Error(`Waited ${seconds} seconds for ${what}.`, { cause: last })
}
