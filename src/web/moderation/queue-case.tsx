import { useEffect, useEffectEvent, useState } from 'react'
import { type CaseDecision, caseActionOf, caseSources, dialogText } from '../../shared/case-sources.ts'
import { formatInstantDay } from '../../shared/format.ts'
import { formatAge } from '../../shared/format-amount.ts'
import { maxReasonLength } from '../../shared/limits.ts'
import type { Case, CasePerson } from '../../shared/moderation.ts'
import { canModerate } from '../../shared/policy.ts'
import { reportReasonLabels } from '../../shared/report-reasons.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
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
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Decisions } from './decisions.tsx'
import { ListingMeta, ListingTitle, StatusBadge, Thumbnail } from './listing-meta.tsx'
import { Badge, Row, RowButton, Timestamp } from './rows.tsx'
import { SuspensionLength } from './suspension-length.tsx'

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
              aria-label={t('Select {title}', { title })}
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
          <Badge tone="plain">{t(caseSources[source].badge)}</Badge>
          {listing && <StatusBadge status={listing.status} />}
          {people.some(({ isSuspended }) => isSuspended) && <Badge tone="error">{t('Suspended')}</Badge>}
        </>
      }
      actions={<CaseActions {...props} />}
      below={
        <>
          {first && source !== 'conversation' && (
            <p
              dir="auto"
              className="free-text mt-2 line-clamp-3 max-w-[75ch] sm:ms-28 [text-align:match-parent] text-sm whitespace-pre-line"
            >
              {first.text ||
                t('{count, plural, one {# photo} other {# photos}}', { count: first.photos.length })}
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

function reasonLabel(reason: string): string {
  const label = Object.entries(reportReasonLabels).find(([known]) => known === reason)?.[1]
  return label ? t(label) : reason
}

/** What ends well for the person. */
const isApproval = (name: CaseDecision) => name === 'approve' || name === 'reverse'

/** Of the first button that hides or, where nothing can be hidden, deletes. */
const hideKeyOf = ({ decisions }: Case) => decisions.find((name) => !isApproval(name))

function CaseActions({ item, decisions, onSuspend }: CaseRowProps) {
  const { source, title, listing, people } = item
  return (
    <>
      {item.decisions.map((name) => {
        const action = caseActionOf(source, name)
        const key = isApproval(name) ? 'a' : name === hideKeyOf(item) ? 'h' : undefined
        return (
          <RowButton
            key={name}
            of={title}
            danger={action?.danger ?? false}
            aria-keyshortcuts={key}
            onClick={() => decisions.start(name, [item])}
          >
            {name === 'hide' && listing?.status === 'hidden'
              ? t('Keep hidden')
              : action
                ? t(action.label)
                : name}
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
          {people.length > 1 ? t('Suspend {name}', { name: person.name }) : t('Suspend')}
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
          {rich(
            '<b>The poster asks for a review</b>, <time>{at}</time>',
            { b: strong, time: () => <Timestamp at={reviewRequested} /> },
            { at: reviewRequested },
          )}
        </p>
      )}
      {reports > 0 && (
        <p className="text-ink">
          {rich(
            '<b>{reports}</b>: {reasons}',
            { b: strong },
            {
              reports: t('{count, plural, one {# report} other {# reports}}', { count: reports }),
              reasons: reasons
                .map(({ reason, count }) => `${reasonLabel(reason).toLowerCase()} (${count})`)
                .join(', '),
            },
          )}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3">
        <span>
          {rich(
            'First <time>{at}</time> ({age} ago)',
            { time: () => <Timestamp at={since} /> },
            { at: since, age: formatAge(since, loadedAt) },
          )}
        </span>
        {reports > 1 && (
          <span>
            {rich('Last <time>{at}</time>', { time: () => <Timestamp at={latest} /> }, { at: latest })}
          </span>
        )}
      </p>
    </>
  )
}

const strong = (text: string) => <strong>{text}</strong>
const hidden = (text: string) => <span className="sr-only">{text}</span>

function OtherViewers({ emails }: { emails: string[] }) {
  return (
    <p role="status" className="flex gap-1.5 font-semibold text-ink empty:hidden">
      {emails.length > 0 && (
        <>
          <Icon name="circle-alert" className="mt-0.5 size-4.5 shrink-0 text-warning" />
          <span>
            {t(
              '{count, plural, one {{people} is also viewing this} other {{people} are also viewing this}}',
              { people: emails.join(', '), count: emails.length },
            )}
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
          {rich('Details<hidden> of {title}</hidden>', { hidden }, { title })}
        </span>
      }
      className="mt-1 sm:ms-28"
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
      <h3 className="text-sm">
        {newest.length < reports
          ? t('{count, plural, one {Latest # report} other {Latest # reports}}', { count: newest.length })
          : t('Reports')}
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {newest.map(({ reason, note, at, by }) => (
          <li key={`${at} ${by} ${reason} ${note}`} className="py-2">
            <p className="font-semibold">{reasonLabel(reason)}</p>
            {note && <p className="free-text whitespace-pre-line">{note}</p>}
            <p className="text-xs text-soft">
              {by ? <bdi>{by}</bdi> : t('a visitor')}, <Timestamp at={at} />
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
  const account = accountSince
    ? t('Account since {day} ({age} old)', {
        day: formatInstantDay(accountSince, timeZone),
        age: formatAge(accountSince, loadedAt),
      })
    : t('No account')
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
          <TextLink href={paths.seller(id)} aria-label={t('Open the page of {name}', { name })}>
            {t('Open page')}
          </TextLink>
        )}
      </p>
      <p className="text-soft">{isSuspended ? t('{account}, suspended', { account }) : account}</p>
      <p className="text-soft">
        {otherReports === 0
          ? t('No reports about other ads')
          : t('{count, plural, one {# report about other ads} other {# reports about other ads}}', {
              count: otherReports,
            })}
      </p>
    </section>
  )
}

/** What was written, in full. */
function Content({ item: { source, listing, title, texts } }: { item: Case }) {
  const isAd = listing !== null && source !== 'appeal'
  return (
    <section>
      <h3 className="text-sm">{isAd ? t('Ad') : texts.length > 1 ? t('Latest messages') : t('Text')}</h3>
      <ol className="mt-1 space-y-2">
        {texts.map(({ by, text, photos }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: people write the same twice, and nothing here is reordered
          <li key={index}>
            <bdi className="free-text font-semibold">{isAd ? title : by}</bdi>
            {text && (
              <p dir="auto" className="free-text [text-align:match-parent] whitespace-pre-line">
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
            <TextLink
              href={paths.listing(listing.kind, listing._id)}
              aria-label={t('View {title}', { title })}
            >
              {t('View')}
            </TextLink>
            <TextLink
              href={paths.editListing(listing.kind, listing._id)}
              aria-label={t('Edit {title}', { title })}
            >
              {t('Edit')}
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
        {rich('Decide<hidden> about {title}</hidden>', { hidden }, { title })}
      </summary>
      <form method="post" action={paths.adminQueue()} className="max-w-[75ch] space-y-3 py-2">
        <Hidden fields={{ source, case: id, status: filter }} />
        {dialog && <PlainReason hint={dialog.reason === 'required' ? emailedReason : dialog.hint} />}
        {actions.map(
          ({ name, danger, dialog }) =>
            danger && (
              <p key={name} className="text-soft">
                {dialog && dialogText(dialog, 1)}
              </p>
            ),
        )}
        <div className="flex flex-wrap gap-2">
          {actions.map(({ name, label }) => (
            <Button key={name} type="submit" name="action" value={name} variant="secondary">
              {label ? t(label) : name}
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
          <SuspensionLength showsDay />
          <Button type="submit" variant="secondary" className="max-w-full">
            <span className="truncate">{t('Suspend {name}', { name: person.email })}</span>
          </Button>
        </form>
      ))}
    </details>
  )
}

const Hidden = ({ fields }: { fields: Record<string, string> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

const emailedReason = msg('We email this to the person, who can reply.')

const PlainReason = ({ hint }: { hint: Message }) => (
  <TextAreaField label={t('Reason')} name="reason" rows={2} maxLength={maxReasonLength} hint={t(hint)} />
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
