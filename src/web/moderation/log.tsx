/** The audit log: what admins did, and who was refused, newest first. */
import { auditActions, commandLine, isAuditAction } from '../../shared/audit-actions.ts'
import { truncate } from '../../shared/format.ts'
import type { AuditEntry } from '../../shared/moderation.ts'
import { msg, t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { rich } from '../ui/rich.tsx'
import { listingTabs } from './dashboard-url.ts'
import { ListScreen, summarizeTotal } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { diffFields } from './log-changes.ts'
import { Badge, Row, SubtleLink, Timestamp } from './rows.tsx'
import { type RunAdminAction, undoEntries, useAdminAction } from './use-admin-action.ts'

export function Log({ data }: { data: TabData<'log'> }) {
  const { view, entries, total } = data
  const run = useAdminAction()
  return (
    <ListScreen
      view={view}
      list={data}
      searchPlaceholder={t('Email, ad ID, or “hid an ad”')}
      summary={summarizeTotal(total, view.search, msg('{count, plural, one {# entry} other {# entries}}'))}
      empty={{ title: t('Nothing yet'), hint: t('A permanent record of admin actions.') }}
      label={t('Log')}
    >
      {entries.map((entry) => (
        <LogEntry key={entry.id} entry={entry} run={run} />
      ))}
    </ListScreen>
  )
}

function LogEntry({ entry, run }: { entry: AuditEntry; run: RunAdminAction }) {
  const { api } = useBackend()
  const { at, by, action, reason, undo } = entry
  const label = labelOf(action)
  return (
    <Row
      heading={
        <span className="font-sans text-sm font-normal tracking-normal">
          <SubtleLink
            href={paths.admin({ tab: 'log', search: label })}
            aria-label={t('{action}: show all', { action: label })}
          >
            <strong>{label}</strong>
          </SubtleLink>{' '}
          <TargetLink entry={entry} />
        </span>
      }
      badges={undo === 'done' && <Badge tone="plain">{t('Undone')}</Badge>}
      actions={
        undo === 'possible' && (
          <ActionForm
            action={paths.adminUndo()}
            fields={{ id: String(entry.id) }}
            submit={t('Undo')}
            label={t('Undo “{action}”: {target}', { action: label, target: entry.target })}
            busy="…"
            variant="secondary"
            onSubmit={() => run(() => undoEntries(api, [entry.id]))}
          />
        )
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-xs">
        <Timestamp at={at} />
        {by === commandLine ? (
          <span>{t('the command line')}</span>
        ) : by ? (
          <SubtleLink
            href={paths.admin({ tab: 'log', search: by })}
            aria-label={t('All actions by {person}', { person: by })}
          >
            <bdi className="free-text">{by}</bdi>
          </SubtleLink>
        ) : (
          <span>{t('a deleted account')}</span>
        )}
      </p>
      <Changes entry={entry} />
      {reason && <p className="free-text text-ink">“{reason}”</p>}
    </Row>
  )
}

/** A newer version may have recorded an action that this one does not know. */
const labelOf = (action: string) => (isAuditAction(action) ? t(auditActions[action]) : action)

function TargetLink({ entry: { target, targetType, targetId, kind } }: { entry: AuditEntry }) {
  const text = <bdi className="free-text">{targetType === 'listing' ? truncate(target) : target}</bdi>
  if (targetType === 'listing' && kind)
    return (
      <SubtleLink
        href={paths.admin({ tab: listingTabs[kind], search: targetId })}
        aria-label={target}
        title={target}
      >
        {text}
      </SubtleLink>
    )
  if (targetType === 'profile' || targetType === 'address') {
    const tab = targetType === 'profile' ? 'users' : 'admins'
    return <SubtleLink href={paths.admin({ tab, search: target })}>{text}</SubtleLink>
  }
  if (targetType === 'recommendation')
    return <SubtleLink href={paths.recommendation(targetId)}>{t('Open it')}</SubtleLink>
  // Neither has a name to show.
  return targetType === 'message' || targetType === 'reasons' ? null : text
}

const oldValue = (text: string) => <span className="line-through decoration-1">{text}</span>
const newValue = (text: string) => <span className="text-ink">{text}</span>
const hidden = (text: string) => <span className="sr-only">{text}</span>
const arrow = (text: string) => <span aria-hidden>{text}</span>

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const changes = diffFields(before, after)
  if (changes.length === 0) return null
  return (
    <ul>
      {changes.map(({ field, from, to }) => (
        <li key={field} className="free-text">
          {from === null
            ? rich('{field}: <new>{to}</new>', { new: newValue }, { field, to })
            : rich(
                '{field}: <old>{from}</old><hidden> changed to</hidden> <arrow>→</arrow> <new>{to}</new>',
                { new: newValue, old: oldValue, hidden, arrow },
                { field, from, to },
              )}
        </li>
      ))}
    </ul>
  )
}
