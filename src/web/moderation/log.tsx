/** The audit log: what admins did, and who was refused, newest first. */
import { truncate } from '../../shared/format.ts'
import type { AuditEntry } from '../../shared/moderation.ts'
import { useBackend } from '../backend.ts'
import { listingTabs, viewPath } from './dashboard-url.ts'
import { ListScreen, summarizeTotal } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { Badge, Row, RowButton, Rows, SubtleLink, Timestamp } from './rows.tsx'
import { undoEntries, useAdminAction } from './use-admin-action.ts'

export function Log({ data }: { data: TabData<'log'> }) {
  const { view, entries, total } = data
  const { api } = useBackend()
  const run = useAdminAction()
  return (
    <ListScreen
      view={view}
      list={data}
      searchPlaceholder="Email, ad ID, or an action such as listing.hide"
      summary={summarizeTotal(total, view.search, 'entry', 'entries')}
      empty={{ title: 'Nothing yet', hint: 'A permanent record of admin actions.' }}
    >
      <Rows label="Log">
        {entries.map((entry) => (
          <LogEntry
            key={entry.id}
            entry={entry}
            onUndo={() => run(async () => ({ text: await undoEntries(api, [entry.id]) }))}
          />
        ))}
      </Rows>
    </ListScreen>
  )
}

function LogEntry({ entry, onUndo }: { entry: AuditEntry; onUndo: () => void }) {
  const { at, by, action, reason, undo } = entry
  const label = actionLabels[action] ?? action
  return (
    <Row
      heading={
        <span className="font-sans text-sm font-normal tracking-normal">
          <strong>{label}</strong> <TargetLink entry={entry} />
        </span>
      }
      badges={undo === 'done' && <Badge tone="plain">Undone</Badge>}
      actions={
        undo === 'possible' && (
          <RowButton of={`${label} ${entry.target}`} onClick={onUndo}>
            Undo
          </RowButton>
        )
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-xs">
        <Timestamp at={at} />
        {by ? (
          <SubtleLink href={viewPath({ tab: 'log', search: by })} aria-label={`All actions by ${by}`}>
            <bdi className="free-text">{by}</bdi>
          </SubtleLink>
        ) : (
          <span>a deleted account</span>
        )}
        <SubtleLink href={viewPath({ tab: 'log', search: action })} aria-label={`All ${action} entries`}>
          {action}
        </SubtleLink>
      </p>
      <Changes entry={entry} />
      {reason && <p className="free-text text-ink">“{reason}”</p>}
    </Row>
  )
}

/** Each is the start of a sentence that ends with the target. */
const actionLabels: Record<string, string> = {
  'listing.approve': 'Approved',
  'listing.hide': 'Hidden',
  'listing.remove': 'Deleted',
  'listing.edit': 'Edited',
  'listing.restore': 'Restored',
  'account.suspend': 'Suspended',
  'account.lift': 'Lifted the suspension of',
  'admin.add': 'Added admin',
  'admin.remove': 'Removed admin',
  'reasons.change': 'Changed the saved reasons',
  'message.done': 'Marked as done:',
  'message.resend': 'Sent again:',
  'message.remove': 'Deleted',
  'authz.denied': 'Denied a change to',
}

/** Links to where the target is listed. */
function TargetLink({ entry: { target, targetType, targetId, kind } }: { entry: AuditEntry }) {
  const text = <bdi className="free-text">{targetType === 'listing' ? truncate(target) : target}</bdi>
  if (targetType === 'listing' && kind)
    return (
      <SubtleLink
        href={viewPath({ tab: listingTabs[kind], search: targetId })}
        aria-label={target}
        title={target}
      >
        {text}
      </SubtleLink>
    )
  if (targetType === 'profile')
    return <SubtleLink href={viewPath({ tab: 'users', search: target })}>{text}</SubtleLink>
  if (targetType === 'address')
    return <SubtleLink href={viewPath({ tab: 'admins', search: target })}>{text}</SubtleLink>
  if (targetType === 'message') return <SubtleLink href={viewPath({ tab: 'messages' })}>a message</SubtleLink>
  return targetType === 'reasons' ? null : text
}

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const changes = diffFields(before, after)
  if (changes.length === 0) return null
  return (
    <ul>
      {changes.map(({ field, from, to }) => (
        <li key={field} className="free-text">
          {field}:{' '}
          {from !== null && (
            <>
              <span className="line-through decoration-1">{from}</span>
              <span className="sr-only"> changed to</span> <span aria-hidden>→</span>{' '}
            </>
          )}
          <span className="text-ink">{to}</span>
        </li>
      ))}
    </ul>
  )
}

/** `from` is null when there was no previous value. */
type Change = { field: string; from: string | null; to: string }

const maxValueLength = 300
/** The time that an undo needs, which means nothing to a reader. Older entries call it `settled`. */
const hiddenFields = ['resolved', 'settled']
const emptyValue = 'none'

/** Returns the changes of an audit entry field by field. Accepts any values, because each action stores its own shape. */
export function diffFields(before: unknown, after: unknown): Change[] {
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after)
  const [from, to] = [asRecord(before), asRecord(after)]
  const fields = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])]
  return fields
    .filter((field) => !hiddenFields.includes(field))
    .map((field) => ({ field, from: from && formatValue(from[field]), to: formatValue(to?.[field]) }))
    .filter((change) => change.from !== change.to)
}

/** Shows what was added to a list and removed from it: two whole lists would hide the difference. */
function diffLists(before: unknown[], after: unknown[]): Change[] {
  const added = after.filter((item) => !before.includes(item))
  const removed = before.filter((item) => !after.includes(item))
  const changes = [
    { field: 'added', from: null, to: formatValue(added) },
    { field: 'removed', from: null, to: formatValue(removed) },
  ].filter(({ to }) => to !== emptyValue)
  return changes.length > 0
    ? changes
    : [{ field: 'order', from: formatValue(before), to: formatValue(after) }]
}

const asRecord = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return emptyValue
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length > 0 ? truncate(value.map(formatValue).join(' · '), maxValueLength) : emptyValue
  return truncate(typeof value === 'object' ? JSON.stringify(value) : String(value), maxValueLength)
}
