/**
 * Runs `corkboard backup --schedule` in a separate process, so that compressing and encrypting gigabytes takes neither
 * memory nor time from the server's requests.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Logger } from '../../platform/log.ts'

const command = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))

export type ScheduledBackups = {
  /** Throws the message of a backup that failed. The database has recorded it then. */
  run: () => Promise<void>
  /** Ends a backup in progress, which leaves nothing behind. */
  stop: () => void
}

export function createScheduledBackups(log: Logger): ScheduledBackups {
  const running = new Set<ChildProcess>()
  return {
    async run() {
      const started = Date.now()
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', command, 'backup', '--schedule'],
        // It stops when the channel closes: if this process is killed, nobody else would stop it.
        { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
      )
      running.add(child)
      const exited = new Promise<number | null>((resolve, reject) => {
        child.on('error', reject)
        child.on('close', resolve)
      })
      try {
        lowerPriority(child)
        const [code, output, problem] = await Promise.all([exited, read(child.stdout), read(child.stderr)])
        if (code !== 0)
          throw new Error(`The scheduled backup failed: ${problem.trim() || `exit code ${code}`}`)
        const seconds = Math.round((Date.now() - started) / 1000)
        log.info({ seconds }, output.trim())
      } finally {
        running.delete(child)
      }
    },
    stop() {
      for (const child of running) child.kill('SIGTERM')
    },
  }
}

/** A child that has ended already has none. */
function lowerPriority({ pid }: ChildProcess) {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}

const read = async (stream: ChildProcess['stdout']) => (stream ? text(stream) : '')
