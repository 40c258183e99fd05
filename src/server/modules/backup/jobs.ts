import type { Config } from '../../config/environment.ts'
import type { Logger } from '../../platform/log.ts'
import type { JobModule } from '../../platform/module.ts'
import { createScheduledBackups } from './scheduled-process.ts'

/** A backup that was missed while no server ran is made up for, and one that fails is tried twice more. */
export function backupJobs({ config, log }: { config: Pick<Config, 'backup'>; log: Logger }): JobModule {
  const { run, stop } = createScheduledBackups(log)
  const { folder, schedule } = config.backup
  const plan = folder && schedule ? { schedule } : {}
  return {
    jobs: { scheduled_backup: { run, ...plan, unique: true, backfill: '1d', maxAttempts: 3 } },
    stop,
  }
}
