import { Picture } from '../listings/picture.tsx'
import { Placeholder } from '../listings/placeholder.tsx'
import { paths } from '../paths.ts'
import { StatusBadge } from './badge.tsx'
import { Facts } from './facts.tsx'
import { ListingTitle } from './listing-title.tsx'
import type { ManagedRow } from './load.ts'
import { Moment } from './moment.tsx'
import { Row } from './row.tsx'
import { RowButton, RowLink } from './row-action.tsx'
import type { Decisions } from './use-decisions.ts'

export function ManagedListing({ listing, decisions }: { listing: ManagedRow; decisions: Decisions }) {
  const { removal, status, summary } = listing
  const Ways = removal ? HaveBack : Actions
  return (
    <Row
      before={<Thumbnail listing={listing} />}
      heading={<ListingTitle listing={listing} />}
      badges={<StatusBadge status={status} />}
      actions={<Ways listing={listing} decisions={decisions} />}
    >
      <p dir="auto" className="free-text text-left">
        {summary}
      </p>
      <Facts listing={listing} />
      {removal && <Removal removal={removal} />}
    </Row>
  )
}

function Thumbnail({ listing: { kind, images, placeholder } }: { listing: ManagedRow }) {
  const [image] = images
  return (
    <div className="relative size-14 shrink-0 self-start overflow-hidden rounded-md bg-sunken">
      {image ? (
        <Picture
          url={image}
          placeholder={placeholder}
          alt=""
          sizes={() => '4rem'}
          fit="cover"
          loading="lazy"
          className="size-full"
        />
      ) : (
        <Placeholder kind={kind} />
      )}
    </div>
  )
}

function Removal({ removal: { at, byAdmin, by, reason } }: { removal: NonNullable<ManagedRow['removal']> }) {
  return (
    <p className="free-text text-ink">
      Deleted {byAdmin ? `by ${by}` : 'by its author'} on <Moment at={at} />
      {reason ? `: ${reason}` : '.'}
    </p>
  )
}

type WaysProps = { listing: ManagedRow; decisions: Decisions }

function HaveBack({ listing: { title, removal }, decisions }: WaysProps) {
  const entry = removal?.entry
  if (!entry) return null
  return (
    <RowButton of={`the deletion of ${title}`} onClick={() => decisions.undo(entry)}>
      Undo
    </RowButton>
  )
}

function Actions({ listing, decisions }: WaysProps) {
  const { kind, _id: id, title, status } = listing
  const targets = [{ id, title }]
  return (
    <>
      <RowLink of={title} href={paths.listing(kind, id)}>
        View
      </RowLink>
      <RowLink of={title} href={paths.editListing(kind, id)}>
        Edit
      </RowLink>
      {status === 'hidden' ? (
        <RowButton of={title} onClick={() => decisions.approve(targets)}>
          Show again
        </RowButton>
      ) : (
        <RowButton of={title} onClick={() => decisions.ask('hide', targets)}>
          Hide
        </RowButton>
      )}
      <RowButton of={title} onClick={() => decisions.ask('remove', targets)}>
        Delete
      </RowButton>
    </>
  )
}
