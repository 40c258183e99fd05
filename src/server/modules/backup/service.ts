/** What other modules use of backups: whether they are up to date, for the dashboard. */
import { parseCrontab } from 'graphile-worker'
import type { BackupStatus } from '../../../shared/moderation.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { BackupSettings } from '../../config/backup-settings.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { findLastRuns, type LastRuns } from './history.ts'

/** A large site takes this long, and a failed backup is tried again within it. */
const graceMs = 3 * 60 * 60_000
const maxMinutes = 62 * 24 * 60

export type GetBackupStatus = () => Promise<BackupStatus>

/** Without a configuration, as in tests, there are no scheduled backups. */
export function createBackupStatus(
  { kysely }: Database,
  config: Pick<BackupSettings, 'folder'> | undefined,
  settings: CurrentSettings,
  clock: Clock,
): GetBackupStatus {
  return async () => {
    const { backupSchedule } = settings()
    const schedule = config?.folder && backupSchedule !== 'off' ? backupSchedule : null
    const runs = await findLastRuns(kysely)
    const { success, failure } = runs
    return {
      state: stateOf(runs, schedule, clock()),
      last: success && { at: success.at, bytes: success.bytes, encrypted: success.encrypted },
      failure,
    }
  }
}

export async function timeOfLastBackup({ kysely }: Database): Promise<Date | null> {
  const { success } = await findLastRuns(kysely)
  return success && new Date(success.at)
}

function stateOf({ success, failure }: LastRuns, schedule: string | null, now: Date): BackupStatus['state'] {
  if (failure) return 'failed'
  if (!success) return schedule ? 'none' : 'off'
  if (!schedule) return 'ok'
  const due = lastDueTime(schedule, new Date(now.getTime() - graceMs))
  return due && new Date(success.at) < due ? 'overdue' : 'ok'
}

/** Returns the latest time before `now` at which this crontab, in UTC, runs; null if it is more than two months ago. */
export function lastDueTime(schedule: string, now: Date): Date | null {
  const [item] = parseCrontab(`${schedule} scheduled_backup`)
  const at = new Date(now)
  at.setUTCSeconds(0, 0)
  for (let minute = 0; item && minute < maxMinutes; minute += 1) {
    const matches = item.match({
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    })
    if (matches) return at
    at.setUTCMinutes(at.getUTCMinutes() - 1)
  }
  return null
}
