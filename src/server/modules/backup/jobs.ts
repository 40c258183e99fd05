import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Config } from '../../config/environment.ts'
import type { Logger } from '../../platform/log.ts'
import type { JobModule } from '../../platform/module.ts'

const command = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))

type Options = { config: Pick<Config, 'backup'>; settings: CurrentSettings; log: Logger }

/** A backup that was missed while no server ran is made up for, and one that fails is tried twice more. */
export function backupJobs({ config, settings, log }: Options): JobModule {
  const plan = config.backup.folder ? { schedule: () => settings().backupSchedule } : {}
  let child: ChildProcess | null = null

  /** Runs a separate process, so that compressing gigabytes takes no time or memory of the server. It records failures. */
  async function run() {
    const started = Date.now()
    // It stops when the channel closes: if this process is killed, nobody else would stop it.
    child = fork(command, ['backup', '--schedule'], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    lowerPriority(child)
    const [[code], output, problem] = await Promise.all([
      once(child, 'close'),
      read(child.stdout),
      read(child.stderr),
    ]).finally(() => {
      child = null
    })
    if (code !== 0) throw new Error(`The scheduled backup failed: ${problem.trim() || `exit code ${code}`}`)
    log.info({ seconds: Math.round((Date.now() - started) / 1000) }, output.trim())
  }

  return {
    jobs: { scheduled_backup: { run, ...plan, unique: true, backfill: '1d', maxAttempts: 3 } },
    stop: () => void child?.kill('SIGTERM'),
  }
}

/** A child that has ended already has none. */
function lowerPriority({ pid }: ChildProcess) {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}

const read = async (stream: ChildProcess['stdout']) => (stream ? text(stream) : '')
