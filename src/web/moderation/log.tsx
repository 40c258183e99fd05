import { truncate } from '../../shared/format.ts'
import type { AuditEntry } from '../../shared/moderation.ts'
import { useBackend } from '../backend.ts'
import { Badge } from './badge.tsx'
import { changesOf } from './changes.ts'
import { countFound } from './count-found.ts'
import { deedOf } from './deed.ts'
import { ListFrame } from './list-frame.tsx'
import type { TabData } from './load.ts'
import { Moment } from './moment.tsx'
import { QuietLink } from './quiet-link.tsx'
import { Row, Rows } from './row.tsx'
import { RowButton } from './row-action.tsx'
import { managedTab } from './tabs.ts'
import { undoEntries } from './undo.ts'
import { useAdminAction } from './use-deeds.ts'
import { viewPath } from './view.ts'

/** What admins did, and who was refused, newest first. */
export function Log({ shown }: { shown: TabData<'log'> }) {
  const { view, entries, total } = shown
  const { api } = useBackend()
  const run = useAdminAction()
  return (
    <ListFrame
      view={view}
      list={shown}
      searches="An email, the id of an ad, or an action such as listing.hide"
      counted={countFound(total, view.search, 'entry', 'entries')}
      empty={{ title: 'Nothing yet', hint: 'Whatever an admin does is written down here, and stays.' }}
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
    </ListFrame>
  )
}

function LogEntry({ entry, onUndo }: { entry: AuditEntry; onUndo: () => void }) {
  const { at, by, action, reason, undo } = entry
  return (
    <Row
      heading={
        <span className="font-sans text-sm font-normal tracking-normal">
          <strong>{deedOf(action)}</strong> <TargetLink entry={entry} />
        </span>
      }
      badges={undo === 'done' && <Badge look="plain">Taken back</Badge>}
      actions={
        undo === 'possible' && (
          <RowButton of={`${deedOf(action)} ${entry.target}`} onClick={onUndo}>
            Undo
          </RowButton>
        )
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-xs">
        <Moment at={at} />
        {by ? (
          <QuietLink href={viewPath({ tab: 'log', search: by })} aria-label={`All that ${by} did`}>
            <bdi className="free-text">{by}</bdi>
          </QuietLink>
        ) : (
          <span>somebody whose account is gone</span>
        )}
        <QuietLink href={viewPath({ tab: 'log', search: action })} aria-label={`All of ${action}`}>
          {action}
        </QuietLink>
      </p>
      <Changes entry={entry} />
      {reason && <p className="free-text text-ink">“{reason}”</p>}
    </Row>
  )
}

/** Where what it was done to is found. */
function TargetLink({ entry: { target, targetType, targetId, kind } }: { entry: AuditEntry }) {
  const text = <bdi className="free-text">{targetType === 'listing' ? truncate(target) : target}</bdi>
  if (targetType === 'listing' && kind)
    return (
      <QuietLink
        href={viewPath({ tab: managedTab[kind], search: targetId })}
        aria-label={target}
        title={target}
      >
        {text}
      </QuietLink>
    )
  if (targetType === 'profile')
    return <QuietLink href={viewPath({ tab: 'users', search: target })}>{text}</QuietLink>
  if (targetType === 'address')
    return <QuietLink href={viewPath({ tab: 'admins', search: target })}>{text}</QuietLink>
  if (targetType === 'message') return <QuietLink href={viewPath({ tab: 'messages' })}>a message</QuietLink>
  return targetType === 'reasons' ? null : text
}

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return null
  return (
    <ul>
      {changes.map(({ field, from, to }) => (
        <li key={field} className="free-text">
          {field}:{' '}
          {from !== null && (
            <>
              <span className="line-through decoration-1">{from}</span>
              <span className="sr-only"> became</span> <span aria-hidden>→</span>{' '}
            </>
          )}
          <span className="text-ink">{to}</span>
        </li>
      ))}
    </ul>
  )
}
