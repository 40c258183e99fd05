import { isAdmin } from '../../shared/policy.ts'
import { msg, t } from '../../shared/translate.ts'
import { useCurrentUser } from '../framework/api-context.ts'
import { useCardText } from '../listing/card-text.ts'
import { paths } from '../paths.ts'
import { rich } from '../ui/rich.tsx'
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
        searchPlaceholder={t('Words, poster’s email, or ad ID')}
        statuses={statusOptions.listings}
        sorts={sortOptions.listings}
        summary={
          kind === 'service'
            ? t('{count, plural, one {# service} other {# services}}', { count: total })
            : t('{count, plural, one {# event} other {# events}}', { count: total })
        }
        empty={{
          title: kind === 'service' ? t('No Service Found') : t('No Event Found'),
          hint: t(emptyHints[status]),
        }}
        notice={<SkippedNotice skipped={decisions.skipped} onClose={decisions.dismissSkipped} />}
        label={kind === 'service' ? t('Services') : t('Events')}
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
  live: msg('New ads appear here, newest first.'),
  reported: msg('No ads have been reported.'),
  hidden: msg('No ads are hidden.'),
  deleted: msg('No ads have been deleted.'),
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
      <p dir="auto" className={`[text-align:match-parent] ${className}`}>
        {summary}
      </p>
      <ListingMeta listing={listing} />
      {removal && <Removal removal={removal} />}
    </Row>
  )
}

type RemovalProps = { removal: NonNullable<AdminListingItem['removal']> }

function Removal({ removal: { at, byAdmin, by, reason } }: RemovalProps) {
  const person = byAdmin && by ? by : t('the poster')
  const time = () => <Timestamp at={at} />
  return (
    <p className="free-text text-ink">
      {reason
        ? rich('Deleted by {person} on <time>{at}</time>: {reason}', { time }, { person, at, reason })
        : rich('Deleted by {person} on <time>{at}</time>.', { time }, { person, at })}
    </p>
  )
}

function UndoButton({ listing: { title, removal }, decisions }: AdminListingProps) {
  const entryId = removal?.entry
  if (!entryId) return null
  return (
    <RowButton of={t('the deletion of {title}', { title })} onClick={() => decisions.undo(entryId)}>
      {t('Undo')}
    </RowButton>
  )
}

function RowActions({ listing, decisions }: AdminListingProps) {
  const user = useCurrentUser()
  const { kind, _id: id, title, status } = listing
  const targets = [{ source: kind, id, title }]
  return (
    <>
      <RowLink of={title} href={paths.listing(kind, id)}>
        {t('View')}
      </RowLink>
      {isAdmin(user) && (
        <RowLink of={title} href={paths.editListing(kind, id)}>
          {t('Edit')}
        </RowLink>
      )}
      <DecisionButtons
        of={title}
        without={status === 'hidden' ? 'hide' : 'approve'}
        labels={{ approve: t('Show again') }}
        onClick={(decision) => decisions.start(decision, targets)}
      />
    </>
  )
}
