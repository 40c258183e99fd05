import { useEffect, useEffectEvent, useState } from 'react'
import { caseActionOf, caseSources } from '../../shared/case-sources.ts'
import { formatCount, formatInstantDay } from '../../shared/format.ts'
import { formatAge } from '../../shared/format-amount.ts'
import { maxReasonLength } from '../../shared/limits.ts'
import type { Case, CasePerson } from '../../shared/moderation.ts'
import { canModerate } from '../../shared/policy.ts'
import { reportReasonLabels } from '../../shared/report-reasons.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { MessagePhotos } from '../messages/message-photos.tsx'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Decisions } from './decisions.tsx'
import { ListingMeta, ListingTitle, StatusBadge, Thumbnail } from './listing-meta.tsx'
import { Badge, Row, RowButton, Timestamp } from './rows.tsx'

type CaseRowProps = {
  item: Case
  /** When the list was loaded. Ages are relative to it. */
  loadedAt: string
  /** The filter to which forms without scripts lead back. */
  filter: string
  decisions: Decisions
  selected: boolean
  onSelect: () => void
  onSuspend: (person: CasePerson) => void
}

export function CaseRow(props: CaseRowProps) {
  const { item, loadedAt, filter, selected, onSelect } = props
  const { listing, title, people, source, about, texts } = item
  const { others, setOpen } = usePresence(item)
  const [first] = texts
  return (
    <Row
      caseId={item.id}
      before={
        <>
          <label className="needs-script -m-2.5 flex size-11 cursor-pointer items-center justify-center self-start">
            <input
              type="checkbox"
              className="size-5.5"
              aria-label={`Select ${title}`}
              checked={selected}
              onChange={onSelect}
            />
          </label>
          {listing ? (
            <Thumbnail listing={listing} />
          ) : (
            <span className="flex size-14 shrink-0 justify-center self-start">
              <Avatar name={title} photo={null} />
            </span>
          )}
        </>
      }
      heading={listing ? <ListingTitle listing={listing} full /> : <bdi className="free-text">{title}</bdi>}
      badges={
        <>
          <Badge tone="plain">{caseSources[source].badge}</Badge>
          {listing && <StatusBadge status={listing.status} />}
          {people.some(({ isSuspended }) => isSuspended) && <Badge tone="error">Suspended</Badge>}
        </>
      }
      actions={<CaseActions {...props} />}
      below={
        <>
          {first && source !== 'conversation' && (
            <p
              dir="auto"
              className="free-text mt-2 line-clamp-3 max-w-[75ch] sm:ml-28 text-left text-sm whitespace-pre-line"
            >
              {first.text || formatCount(first.photos.length, 'photo', 'photos')}
            </p>
          )}
          <CaseDetails item={item} loadedAt={loadedAt} onToggle={setOpen} />
          <PlainForms item={item} filter={filter} />
        </>
      }
    >
      {about && <p className="free-text text-ink">{about}</p>}
      <ReportSummary item={item} loadedAt={loadedAt} />
      <OtherViewers emails={others} />
    </Row>
  )
}

/** Who can be suspended now. */
const suspendable = ({ people }: Case) =>
  people.filter(({ isSuspended, canBeSuspended }) => canBeSuspended && !isSuspended)

const reasonLabel = (reason: string): string =>
  Object.entries(reportReasonLabels).find(([known]) => known === reason)?.[1] ?? reason

/** Of the first button that hides or, where nothing can be hidden, deletes. */
const hideKeyOf = ({ decisions }: Case) => decisions.find((name) => name !== 'approve')

function CaseActions({ item, decisions, onSuspend }: CaseRowProps) {
  const { source, title, listing, people } = item
  return (
    <>
      {item.decisions.map((name) => {
        const action = caseActionOf(source, name)
        const key = name === 'approve' ? 'a' : name === hideKeyOf(item) ? 'h' : undefined
        return (
          <RowButton
            key={name}
            of={title}
            danger={action?.danger ?? false}
            aria-keyshortcuts={key}
            onClick={() => decisions.start(name, [item])}
          >
            {name === 'hide' && listing?.status === 'hidden' ? 'Keep hidden' : (action?.label ?? name)}
          </RowButton>
        )
      })}
      {suspendable(item).map((person, index) => (
        <RowButton
          key={person.id}
          of={person.email}
          aria-keyshortcuts={index === 0 ? 's' : undefined}
          onClick={() => onSuspend(person)}
        >
          {people.length > 1 ? `Suspend ${person.name}` : 'Suspend'}
        </RowButton>
      ))}
    </>
  )
}

/** Whether its author asks for a review, how many people reported it, for which reasons, and since when it waits. */
function ReportSummary({ item, loadedAt }: Pick<CaseRowProps, 'item' | 'loadedAt'>) {
  const { reports, reviewRequested, reasons, since, latest } = item
  return (
    <>
      {reviewRequested && (
        <p className="text-ink">
          <strong>The poster asks for a review</strong>, <Timestamp at={reviewRequested} />
        </p>
      )}
      {reports > 0 && (
        <p className="text-ink">
          <strong>{formatCount(reports, 'report', 'reports')}</strong>:{' '}
          {reasons.map(({ reason, count }) => `${reasonLabel(reason).toLowerCase()} (${count})`).join(', ')}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3">
        <span>
          First <Timestamp at={since} /> ({formatAge(since, loadedAt)} ago)
        </span>
        {reports > 1 && (
          <span>
            Last <Timestamp at={latest} />
          </span>
        )}
      </p>
    </>
  )
}

function OtherViewers({ emails }: { emails: string[] }) {
  return (
    <p role="status" className="flex gap-1.5 font-semibold text-ink empty:hidden">
      {emails.length > 0 && (
        <>
          <Icon name="circle-alert" className="mt-0.5 size-4.5 shrink-0 text-warning" />
          <span>
            {emails.join(', ')} {emails.length === 1 ? 'is' : 'are'} also viewing this
          </span>
        </>
      )}
    </p>
  )
}

type CaseDetailsProps = Pick<CaseRowProps, 'item' | 'loadedAt'> & { onToggle: (open: boolean) => void }

function CaseDetails({ item, loadedAt, onToggle }: CaseDetailsProps) {
  const { people, title } = item
  return (
    <Disclosure
      // With the same name, opening one case closes the others, so the open one is the one that the admin is viewing.
      name="case"
      onToggle={onToggle}
      summary={
        <span className="text-sm font-semibold text-accent">
          Details<span className="sr-only"> of {title}</span>
        </span>
      }
      className="mt-1 sm:ml-28"
    >
      <div className="grid gap-x-8 gap-y-5 pt-1 pb-2 text-sm md:grid-cols-2">
        <Reports item={item} />
        <div className="space-y-5">
          {people.map((person) => (
            <Person key={person.email} person={person} loadedAt={loadedAt} />
          ))}
          <Content item={item} />
        </div>
      </div>
    </Disclosure>
  )
}

function Reports({ item: { newest, reports } }: { item: Case }) {
  if (newest.length === 0) return null
  return (
    <section>
      <h3 className="text-sm">{newest.length < reports ? `Latest ${newest.length} reports` : 'Reports'}</h3>
      <ul className="mt-1 divide-y divide-line">
        {newest.map(({ reason, note, at, by }) => (
          <li key={`${at} ${by} ${reason} ${note}`} className="py-2">
            <p className="font-semibold">{reasonLabel(reason)}</p>
            {note && <p className="free-text whitespace-pre-line">{note}</p>}
            <p className="text-xs text-soft">
              {by ? <bdi>{by}</bdi> : 'a visitor'}, <Timestamp at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Person({ person, loadedAt }: { person: CasePerson; loadedAt: string }) {
  const { timeZone } = useSite().settings
  const { id, name, email, accountSince, otherReports, isSuspended } = person
  return (
    <section>
      <h3 className="text-sm">
        <bdi className="free-text">{name}</bdi>
      </h3>
      <p className="mt-1 flex flex-wrap gap-x-4">
        <TextLink
          href={id ? paths.admin({ tab: 'users', search: email }) : `mailto:${encodeURIComponent(email)}`}
        >
          <bdi className="free-text">{email}</bdi>
        </TextLink>
        {id && (
          <TextLink href={paths.seller(id)} aria-label={`Open the page of ${name}`}>
            Open page
          </TextLink>
        )}
      </p>
      <p className="text-soft">
        {accountSince
          ? `Account since ${formatInstantDay(accountSince, timeZone)} (${formatAge(accountSince, loadedAt)} old)`
          : 'No account'}
        {isSuspended && ', suspended'}
      </p>
      <p className="text-soft">
        {otherReports === 0
          ? 'No reports about other ads'
          : `${formatCount(otherReports, 'report', 'reports')} about other ads`}
      </p>
    </section>
  )
}

/** What was written, in full. */
function Content({ item: { listing, title, texts } }: { item: Case }) {
  return (
    <section>
      <h3 className="text-sm">{listing ? 'Ad' : texts.length > 1 ? 'Latest messages' : 'Text'}</h3>
      <ol className="mt-1 space-y-2">
        {texts.map(({ by, text, photos }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: people write the same twice, and nothing here is reordered
          <li key={index}>
            <bdi className="free-text font-semibold">{listing ? title : by}</bdi>
            {text && (
              <p dir="auto" className="free-text text-left whitespace-pre-line">
                {text}
              </p>
            )}
            <MessagePhotos photos={photos} from={by} />
          </li>
        ))}
      </ol>
      {listing && (
        <>
          <div className="mt-1 text-soft">
            <ListingMeta listing={listing} />
          </div>
          <p className="mt-1 flex gap-x-4">
            <TextLink href={paths.listing(listing.kind, listing._id)} aria-label={`View ${title}`}>
              View
            </TextLink>
            <TextLink href={paths.editListing(listing.kind, listing._id)} aria-label={`Edit ${title}`}>
              Edit
            </TextLink>
          </p>
        </>
      )}
    </section>
  )
}

/** What the buttons and their dialogs do, without scripts. */
function PlainForms({ item, filter }: { item: Case; filter: string }) {
  const { id, source, title } = item
  const actions = item.decisions.map((name) => ({ name, ...caseActionOf(source, name) }))
  const [dialog] = actions.flatMap(({ dialog }) => dialog ?? [])
  return (
    <details className="without-script text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        Decide<span className="sr-only"> about {title}</span>
      </summary>
      <form method="post" action={paths.adminQueue()} className="max-w-[75ch] space-y-3 py-2">
        <Hidden fields={{ source, case: id, status: filter }} />
        {dialog && <PlainReason hint={dialog.reason === 'required' ? emailedReason : dialog.hint} />}
        {actions.map(
          ({ name, danger, dialog }) =>
            danger && (
              <p key={name} className="text-soft">
                {dialog?.text(1)}
              </p>
            ),
        )}
        <div className="flex flex-wrap gap-2">
          {actions.map(({ name, label }) => (
            <Button key={name} type="submit" name="action" value={name} variant="secondary">
              {label}
            </Button>
          ))}
        </div>
      </form>
      {suspendable(item).map((person) => (
        <form
          key={person.id}
          method="post"
          action={paths.adminSuspend()}
          className="max-w-[75ch] space-y-3 border-t border-line py-3"
        >
          <Hidden fields={{ id: person.id ?? '', status: filter }} />
          <PlainReason hint={emailedReason} />
          <Button type="submit" variant="secondary" className="max-w-full">
            <span className="truncate">Suspend {person.email}</span>
          </Button>
        </form>
      ))}
    </details>
  )
}

const Hidden = ({ fields }: { fields: Record<string, string> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

const emailedReason = 'We email this to the person, who can reply.'

const PlainReason = ({ hint }: { hint: string }) => (
  <TextAreaField label="Reason" name="reason" rows={2} maxLength={maxReasonLength} hint={hint} />
)

/** Well below the minute for which the server remembers a view. */
const heartbeatMs = 20_000

/** Sends heartbeats while the case is open here, and returns the other admins who have it open. */
function usePresence({ id, viewedBy }: Case) {
  const { api } = useBackend()
  const revalidate = useRevalidate()
  const [open, setOpen] = useState(false)
  const [latest, setLatest] = useState<string[] | null>(null)

  const sendHeartbeat = useEffectEvent(async () => {
    // Nobody is viewing a page in a background tab.
    if (document.hidden) return
    // A refused call would end the session. This one runs by itself, so check first that it is allowed.
    if (!canModerate(await api.getSession({}))) return revalidate()
    setLatest((await api.markCaseViewed({ params: { id } })).viewedBy)
  })

  useEffect(() => {
    if (!open) return
    // Ignore errors: if the case is closed by now, or the server is down, the admin's next action says so.
    const beat = () => void sendHeartbeat().catch(() => {})
    beat()
    const timer = setInterval(beat, heartbeatMs)
    return () => clearInterval(timer)
  }, [open])

  return { others: (open ? latest : null) ?? viewedBy, setOpen }
}
