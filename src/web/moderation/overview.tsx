import { caseSourceNames, caseSources, formatWaiting } from '../../shared/case-sources.ts'
import { formatCount } from '../../shared/format.ts'
import { formatAge, formatBytes } from '../../shared/format-amount.ts'
import type { BackupStatus, Overview } from '../../shared/moderation.ts'
import { paths } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Activity } from './activity.tsx'

/** The dashboard's first screen: what needs an admin's attention, and the activity of the last 30 days. */
export function OverviewScreen({ overview }: { overview: Overview }) {
  const { at, waiting, settingProblems, isBeingSetUp, backup, days } = overview
  const { cases, messages } = waiting
  const describeOldest = (oldest: string | null) =>
    oldest ? `The oldest has been waiting ${formatAge(oldest, at)}.` : 'All clear.'
  return (
    <>
      {isBeingSetUp && (
        <div className="mb-4">
          <Notice tone="warning">
            The setup of this site is not finished.{' '}
            <TextLink href={paths.setup()}>Finish setting up</TextLink>
          </Notice>
        </div>
      )}
      {settingProblems.length > 0 && (
        <div className="mb-6">
          <Notice tone="warning">
            <ul className="space-y-1">
              {settingProblems.map((sentence) => (
                <li key={sentence} className="free-text">
                  {sentence}
                </li>
              ))}
            </ul>
            <TextLink href={paths.admin({ tab: 'settings' })}>Open the settings</TextLink>
          </Notice>
        </div>
      )}
      <section aria-labelledby="attention">
        <h2 id="attention" className="sr-only">
          Needs attention
        </h2>
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {caseSourceNames.map((source) => {
            const { one, many } = caseSources[source]
            const { count, oldest } = cases[source]
            return (
              <AttentionCard
                key={source}
                count={count}
                label={count === 1 ? one : many}
                text={describeOldest(oldest)}
                to={paths.admin({ tab: 'queue', status: source })}
              />
            )
          })}
          <AttentionCard
            count={messages.open}
            label={messages.open === 1 ? 'open message' : 'open messages'}
            text={messages.open > 0 ? 'Not marked as done yet.' : 'All clear.'}
            to={paths.admin({ tab: 'messages' })}
          />
          <AttentionCard
            count={messages.failed}
            label={messages.failed === 1 ? 'failed message' : 'failed messages'}
            text={
              messages.failed > 0
                ? `${formatCount(messages.failed, 'email', 'emails')} could not be delivered.`
                : 'All emails were delivered.'
            }
            to={paths.admin({ tab: 'messages', status: 'failed' })}
          />
        </ul>
        <BackupRow backup={backup} at={at} />
      </section>
      <Activity days={days} />
    </>
  )
}

type AttentionCardProps = { count: number; label: string; text: string; to: string }

function AttentionCard({ count, label, text, to }: AttentionCardProps) {
  return (
    <li className="relative rounded-lg border border-line bg-surface p-4 shadow-sheet hover:shadow-lifted">
      <a href={to} className="stretched-link">
        <span
          className={`block font-display text-2xl font-bold tabular-nums ${count > 0 ? 'text-accent' : 'text-soft'}`}
        >
          {formatWaiting(count)}
        </span>{' '}
        <span className="text-sm font-semibold">{label}</span>
      </a>
      <p className="mt-0.5 text-xs text-soft">{text}</p>
    </li>
  )
}

type BackupRowProps = {
  backup: BackupStatus
  /** The instant from which ages count. */
  at: string
}

/** The age of the last backup, and what is wrong with backups. */
function BackupRow({ backup, at }: BackupRowProps) {
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
