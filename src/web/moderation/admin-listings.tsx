import { formatCount } from '../../shared/format.ts'
import { useCardText } from '../listing/card-text.ts'
import { paths } from '../paths.ts'
import { sortOptions, statusOptions } from './dashboard-url.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { type Decisions, SkippedNotice, useDecisions } from './decisions.tsx'
import { ListScreen } from './list-screen.tsx'
import { ListingMeta, ListingTitle, StatusBadge, Thumbnail } from './listing-meta.tsx'
import type { AdminListingItem, TabData } from './load.ts'
import { DecisionButtons, Row, RowButton, RowLink, Timestamp } from './rows.tsx'

export function AdminListings({ data }: { data: TabData<'services' | 'events'> }) {
  const { view, kind, status, listings, reasons, total } = data
  const decisions = useDecisions(false)
  return (
    <>
      <ListScreen
        view={view}
        list={data}
        searchPlaceholder="Words, poster’s email, or ad ID"
        statuses={statusOptions.listings}
        sorts={sortOptions.listings}
        summary={formatCount(total, kind, `${kind}s`)}
        empty={{
          title: kind === 'service' ? 'No Service Found' : 'No Event Found',
          hint: emptyHints[status],
        }}
        notice={<SkippedNotice skipped={decisions.skipped} onClose={decisions.dismissSkipped} />}
        label={kind === 'service' ? 'Services' : 'Events'}
        ids={listings.map(({ _id }) => _id)}
      >
        {listings.map((listing) => (
          <AdminListingRow key={listing._id} listing={listing} decisions={decisions} />
        ))}
      </ListScreen>
      <DecisionDialog decisions={decisions} reasons={reasons} />
    </>
  )
}

const emptyHints = {
  live: 'New ads appear here, newest first.',
  reported: 'No ads have been reported.',
  hidden: 'No ads are hidden.',
  deleted: 'No ads have been deleted.',
}

type AdminListingProps = { listing: AdminListingItem; decisions: Decisions }

function AdminListingRow({ listing, decisions }: AdminListingProps) {
  const { removal, status, summary } = listing
  const { className } = useCardText()
  const Actions = removal ? UndoButton : RowActions
  return (
    <Row
      before={<Thumbnail listing={listing} />}
      heading={<ListingTitle listing={listing} />}
      badges={<StatusBadge status={status} />}
      actions={<Actions listing={listing} decisions={decisions} />}
    >
      <p dir="auto" className={`text-left ${className}`}>
        {summary}
      </p>
      <ListingMeta listing={listing} />
      {removal && <Removal removal={removal} />}
    </Row>
  )
}

type RemovalProps = { removal: NonNullable<AdminListingItem['removal']> }

function Removal({ removal: { at, byAdmin, by, reason } }: RemovalProps) {
  return (
    <p className="free-text text-ink">
      Deleted by {byAdmin ? by : 'the poster'} on <Timestamp at={at} />
      {reason ? `: ${reason}` : '.'}
    </p>
  )
}

function UndoButton({ listing: { title, removal }, decisions }: AdminListingProps) {
  const entryId = removal?.entry
  if (!entryId) return null
  return (
    <RowButton of={`the deletion of ${title}`} onClick={() => decisions.undo(entryId)}>
      Undo
    </RowButton>
  )
}

function RowActions({ listing, decisions }: AdminListingProps) {
  const { kind, _id: id, title, status } = listing
  const targets = [{ source: kind, id, title }]
  return (
    <>
      <RowLink of={title} href={paths.listing(kind, id)}>
        View
      </RowLink>
      <RowLink of={title} href={paths.editListing(kind, id)}>
        Edit
      </RowLink>
      <DecisionButtons
        of={title}
        without={status === 'hidden' ? 'hide' : 'approve'}
        labels={{ approve: 'Show again' }}
        onClick={(decision) => decisions.start(decision, targets)}
      />
    </>
  )
}
