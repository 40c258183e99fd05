/** One run of the PostgreSQL server: its settings, its port, and the wait until it accepts connections. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPidFile } from './orphans.ts'
import { type RunAs, spawnOptions } from './unprivileged-user.ts'

export type Postmaster = { pid: number; port: number; child: ChildProcess; exited: Promise<string> }

export type PostmasterOptions = { postgres: string; cluster: string; user: RunAs; durable: boolean }

/** In megabytes. A container may have less than its machine. */
const memory = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20)

/** Tests share one server, and each may run several sites. */
const forTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  file_copy_method: 'clone',
  max_connections: '200',
}

function settings(durable: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '60',
    shared_buffers: '128MB',
    effective_cache_size: `${Math.floor(memory / 2)}MB`,
    random_page_cost: '1.1',
    jit: 'off',
    // Log to files that are overwritten after a week, and leave out statements and details: they contain personal data.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
    log_checkpoints: 'off',
    ...(durable ? {} : forTests),
  }
}

/** Spawns the server. `exited` resolves with the reason, in PostgreSQL's words if it wrote any. */
export function spawnPostmaster(options: PostmasterOptions, port: number): Postmaster {
  const { cluster } = options
  const args = ['-D', cluster, '-p', String(port)]
  for (const [name, value] of Object.entries(settings(options.durable))) args.push('-c', `${name}=${value}`)
  const child = spawn(options.postgres, args, {
    ...spawnOptions(options.user, cluster),
    // In its own session, a terminal's Ctrl-C does not reach it: requests are drained before it stops.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-4000)
  })
  const since = Date.now()
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', async (code, signal) => {
      if (signal) return resolve(`killed by ${signal}`)
      resolve(fatalLine(stderr) ?? fatalLine(await newestLog(cluster, since)) ?? `exit code ${code}`)
    })
  })
  return { pid: child.pid ?? 0, port, child, exited }
}

/** A recovery replays a gigabyte at most. PostgreSQL does not always notice that the process that recovers has died. */
const defaultMaxStartMs = 10 * 60_000

/** Waits until the server accepts connections. Throws if it exits instead, or never gets there. */
export async function untilReady(
  { pid, port, exited }: Pick<Postmaster, 'pid' | 'port' | 'exited'>,
  cluster: string,
  maxStartMs = defaultMaxStartMs,
): Promise<void> {
  let ended: string | null = null
  void exited.then((reason) => {
    ended = reason
  })
  const deadline = performance.now() + maxStartMs
  for (;;) {
    const file = await readPidFile(cluster)
    // In a container, a server that was killed may have had the same process id. Its file still says that it is ready.
    if (file?.pid === pid && file.port === port && file.ready) return
    if (ended !== null) throw new Error(`PostgreSQL did not start: ${ended}`)
    if (performance.now() > deadline)
      throw new Error(`PostgreSQL did not start within ${maxStartMs / 60_000} minutes`)
    await delay(10)
  }
}

function fatalLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => /FATAL|PANIC/.test(line))
  return lines.at(-1)?.replace(/^.*?(?=FATAL|PANIC)/, '')
}

async function newestLog(cluster: string, since: number): Promise<string> {
  const folder = join(cluster, 'log')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs >= since) return await readFile(path, 'utf8')
  }
  return ''
}
