import { formatAge, formatBytes } from '../../shared/format-amount.ts'
import type { BackupStatus } from '../../shared/moderation.ts'

type BackupRowProps = {
  backup: BackupStatus
  /** The instant from which ages count. */
  at: string
}

/** The age of the last backup, and what is wrong with backups. */
export function BackupRow({ backup, at }: BackupRowProps) {
  const isFine = backup.state === 'ok'
  return (
    <p
      className={`mt-3 rounded-lg border bg-surface px-4 py-2.5 text-sm ${isFine ? 'border-line' : 'border-accent'}`}
      data-state={backup.state}
    >
      <span className={`font-semibold ${isFine ? '' : 'text-accent'}`}>{titles[backup.state]}</span>{' '}
      <span className="text-soft wrap-anywhere">{describeBackup(backup, at)}</span>
    </p>
  )
}

const titles: Record<BackupStatus['state'], string> = {
  off: 'No backups.',
  none: 'No backup yet.',
  ok: 'Backed up.',
  overdue: 'The backup is overdue.',
  failed: 'The last backup failed.',
}

function describeBackup({ state, last, failure }: BackupStatus, at: string): string {
  const lastBackup = last
    ? `The last one was made ${formatAge(last.at, at)} ago: ${formatBytes(last.bytes)}, ${last.encrypted ? 'encrypted' : 'not encrypted'}.`
    : ''
  if (state === 'off') return 'Set BACKUP_URL to back up this site every night.'
  if (state === 'none') return 'The first one is made at the next scheduled time.'
  if (failure)
    return `${formatAge(failure.at, at)} ago: ${failure.error} ${lastBackup || 'There is no earlier one.'}`
  return lastBackup
}
