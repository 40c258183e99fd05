import { formatAge, formatCount } from '../../shared/format.ts'
import type { ReportCase } from '../../shared/moderation.ts'
import { reportReasonLabels } from '../../shared/report-reasons.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import { Badge, StatusBadge } from './badge.tsx'
import { CaseDetails } from './case-details.tsx'
import { ListingTitle } from './listing-title.tsx'
import { Moment } from './moment.tsx'
import { Row } from './row.tsx'
import { RowButton } from './row-action.tsx'
import type { Decisions } from './use-decisions.ts'
import { usePresence } from './use-looking.ts'

type Props = {
  found: ReportCase
  /** When the list was made. */
  at: string
  decisions: Decisions
  selected: boolean
  onSelect: () => void
}

/** One listing with all that was reported about it, and what an admin can do. */
export function CaseRow({ found, at, decisions, selected, onSelect }: Props) {
  const { listing, author } = found
  const { others, setOpen } = usePresence(found)
  return (
    <Row
      before={<Tick title={listing.title} selected={selected} onSelect={onSelect} />}
      heading={<ListingTitle listing={listing} />}
      badges={
        <>
          <StatusBadge status={listing.status} />
          {author.isSuspended && <Badge look="bad">Author suspended</Badge>}
        </>
      }
      actions={<Actions found={found} decisions={decisions} />}
      below={<CaseDetails found={found} at={at} onOpen={setOpen} />}
    >
      <Reports found={found} at={at} />
      <Colleagues others={others} />
    </Row>
  )
}

type TickProps = { title: string; selected: boolean; onSelect: () => void }

function Tick({ title, selected, onSelect }: TickProps) {
  const ready = useHydrated()
  return (
    <label className="needs-script -m-2.5 flex size-11 cursor-pointer items-center justify-center self-start">
      <input
        type="checkbox"
        className="size-5.5"
        aria-label={`Select ${title}`}
        disabled={!ready}
        checked={selected}
        onChange={onSelect}
      />
    </label>
  )
}

/** How many different people said what, and since when. */
function Reports({ found, at }: Pick<Props, 'found' | 'at'>) {
  const { reports, reasons, firstReported, lastReported } = found
  return (
    <>
      <p className="text-ink">
        Reported by <strong>{formatCount(reports, 'person', 'people')}</strong>:{' '}
        {reasons.map(({ reason, count }) => `${reportReasonLabels[reason]} ${count}`).join(', ')}
      </p>
      <p className="flex flex-wrap gap-x-3">
        <span>
          First <Moment at={firstReported} /> ({formatAge(firstReported, at)} ago)
        </span>
        {reports > 1 && (
          <span>
            Last <Moment at={lastReported} />
          </span>
        )}
      </p>
    </>
  )
}

function Colleagues({ others }: { others: string[] }) {
  return (
    <p role="status" className="flex gap-1.5 font-semibold text-ink empty:hidden">
      {others.length > 0 && (
        <>
          <Icon name="circle-alert" className="mt-0.5 size-4.5 shrink-0 text-accent" />
          <span>
            {others.join(', ')} {others.length === 1 ? 'is' : 'are'} looking at this as well
          </span>
        </>
      )}
    </p>
  )
}

function Actions({ found: { listing }, decisions }: { found: ReportCase; decisions: Decisions }) {
  const { _id: id, title, status } = listing
  const targets = [{ id, title }]
  return (
    <>
      <RowButton of={title} onClick={() => decisions.approve(targets)}>
        Approve
      </RowButton>
      <RowButton of={title} onClick={() => decisions.ask('hide', targets)}>
        {status === 'hidden' ? 'Keep hidden' : 'Hide'}
      </RowButton>
      <RowButton of={title} onClick={() => decisions.ask('remove', targets)}>
        Delete
      </RowButton>
    </>
  )
}
