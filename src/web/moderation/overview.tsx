import { caseSourceNames, casesInWords, formatWaiting } from '../../shared/case-sources.ts'
import { formatAge, formatBytes } from '../../shared/format-amount.ts'
import type { BackupStatus, Overview } from '../../shared/moderation.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
import { paths } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Activity } from './activity.tsx'

/** The dashboard's first screen: what waits, and the activity of the last 30 days. */
export function OverviewScreen({ overview }: { overview: Overview }) {
  const { at, waiting, settingProblems, isBeingSetUp, backup, days } = overview
  const { cases, messages } = waiting
  const describeOldest = (oldest: string | null) =>
    oldest ? t('The oldest has been waiting {time}.', { time: formatAge(oldest, at) }) : t('All clear.')
  return (
    <>
      {isBeingSetUp && (
        <div className="mb-4">
          <Notice tone="warning">
            {t('The setup of this site is not finished.')}{' '}
            <TextLink href={paths.setup()}>{t('Finish setting up')}</TextLink>
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
            <TextLink href={paths.admin({ tab: 'settings' })}>{t('Open the settings')}</TextLink>
          </Notice>
        </div>
      )}
      <section aria-labelledby="attention">
        <h2 id="attention" className="sr-only">
          {t('Needs attention')}
        </h2>
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {caseSourceNames.map((source) => {
            const { count, oldest } = cases[source]
            return (
              <AttentionCard
                key={source}
                count={count}
                label={casesInWords(count, source)}
                text={describeOldest(oldest)}
                to={paths.admin({ tab: 'queue', status: source })}
              />
            )
          })}
          {messages && <MessageCards messages={messages} />}
        </ul>
        {backup && <BackupRow backup={backup} at={at} />}
      </section>
      {days.length > 0 && <Activity days={days} />}
    </>
  )
}

/** The messages of the contact form, which only admins see. */
function MessageCards({ messages }: { messages: NonNullable<Overview['waiting']['messages']> }) {
  return (
    <>
      <AttentionCard
        count={messages.open}
        label={t('{count, plural, one {open message} other {open messages}}', { count: messages.open })}
        text={messages.open > 0 ? t('Not marked as done yet.') : t('All clear.')}
        to={paths.admin({ tab: 'messages' })}
      />
      <AttentionCard
        count={messages.failed}
        label={t('{count, plural, one {failed message} other {failed messages}}', {
          count: messages.failed,
        })}
        text={
          messages.failed > 0
            ? t(
                '{count, plural, one {# email could not be delivered.} other {# emails could not be delivered.}}',
                { count: messages.failed },
              )
            : t('All emails were delivered.')
        }
        to={paths.admin({ tab: 'messages', status: 'failed' })}
      />
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
      <span className={`font-semibold ${isFine ? '' : 'text-accent'}`}>{t(titles[backup.state])}</span>{' '}
      <span className="text-soft wrap-anywhere">{describeBackup(backup, at)}</span>
    </p>
  )
}

const titles: Record<BackupStatus['state'], Message> = {
  off: msg('No backups.'),
  none: msg('No backup yet.'),
  ok: msg('Backed up.'),
  overdue: msg('The backup is overdue.'),
  failed: msg('The last backup failed.'),
}

function describeBackup({ state, last, failure }: BackupStatus, at: string): string {
  const lastBackup = last
    ? t(
        'The last one was made {time} ago: {size}, {encrypted, select, yes {encrypted} other {not encrypted}}.',
        {
          time: formatAge(last.at, at),
          size: formatBytes(last.bytes),
          encrypted: last.encrypted ? 'yes' : 'no',
        },
      )
    : ''
  if (state === 'off') return t('Set BACKUP_URL to back up this site every night.')
  if (state === 'none') return t('The first one is made at the next scheduled time.')
  if (failure) {
    const failed = t('{time} ago: {error}', { time: formatAge(failure.at, at), error: failure.error })
    return `${failed} ${lastBackup || t('There is no earlier one.')}`
  }
  return lastBackup
}
