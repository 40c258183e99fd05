import { useEffect, useEffectEvent, useState } from 'react'
import { formatCount } from '../../shared/format.ts'
import { formatAge } from '../../shared/format-amount.ts'
import type { ReportCase } from '../../shared/moderation.ts'
import { canModerate } from '../../shared/policy.ts'
import { reportReasonLabels } from '../../shared/report-reasons.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { Icon } from '../ui/icon.tsx'
import { CaseDetails } from './case-details.tsx'
import type { Decisions } from './decisions.tsx'
import { ListingTitle, StatusBadge } from './listing-meta.tsx'
import { Badge, DecisionButtons, Row, Timestamp } from './rows.tsx'

type CaseRowProps = {
  reportCase: ReportCase
  /** When the list was loaded. Ages are relative to it. */
  loadedAt: string
  decisions: Decisions
  selected: boolean
  onSelect: () => void
}

export function CaseRow({ reportCase, loadedAt, decisions, selected, onSelect }: CaseRowProps) {
  const { listing, author } = reportCase
  const { others, setOpen } = usePresence(reportCase)
  return (
    <Row
      before={<SelectCheckbox title={listing.title} selected={selected} onSelect={onSelect} />}
      heading={<ListingTitle listing={listing} />}
      badges={
        <>
          <StatusBadge status={listing.status} />
          {author.isSuspended && <Badge tone="error">Poster suspended</Badge>}
        </>
      }
      actions={<CaseActions reportCase={reportCase} decisions={decisions} />}
      below={<CaseDetails reportCase={reportCase} loadedAt={loadedAt} onToggle={setOpen} />}
    >
      <ReportSummary reportCase={reportCase} loadedAt={loadedAt} />
      <OtherViewers emails={others} />
    </Row>
  )
}

type SelectCheckboxProps = { title: string; selected: boolean; onSelect: () => void }

function SelectCheckbox({ title, selected, onSelect }: SelectCheckboxProps) {
  return (
    <label className="needs-script -m-2.5 flex size-11 cursor-pointer items-center justify-center self-start">
      <input
        type="checkbox"
        className="size-5.5"
        aria-label={`Select ${title}`}
        checked={selected}
        onChange={onSelect}
      />
    </label>
  )
}

/** Whether its author asks for a review, how many people reported the ad, for which reasons, and since when. */
function ReportSummary({ reportCase, loadedAt }: Pick<CaseRowProps, 'reportCase' | 'loadedAt'>) {
  const { reports, reviewRequested, reasons, firstReported, lastReported } = reportCase
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
          {reasons
            .map(({ reason, count }) => `${reportReasonLabels[reason].toLowerCase()} (${count})`)
            .join(', ')}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3">
        <span>
          First <Timestamp at={firstReported} /> ({formatAge(firstReported, loadedAt)} ago)
        </span>
        {reports > 1 && (
          <span>
            Last <Timestamp at={lastReported} />
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

function CaseActions({ reportCase: { listing }, decisions }: Pick<CaseRowProps, 'reportCase' | 'decisions'>) {
  const { _id: id, title, status } = listing
  const targets = [{ id, title }]
  return (
    <DecisionButtons
      of={title}
      labels={status === 'hidden' ? { hide: 'Keep hidden' } : {}}
      onClick={(decision) => decisions.start(decision, targets)}
    />
  )
}

/** Well below the minute for which the server remembers a view. */
const heartbeatMs = 20_000

/** Sends heartbeats while the case is open here, and returns the other admins who have it open. */
function usePresence({ listing: { _id: id }, viewedBy }: ReportCase) {
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
