import type { Kind } from '../../shared/listing.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

type NoListingsProps = {
  kind: Kind
  /** The page's own message (specification, section 8). */
  message: string
  /** Where the same list stands without filters, when filters are what emptied it. */
  unfiltered?: string | undefined
  /** The other way on; unless told, all listings of the kind. */
  elsewhere?: { label: string; to: string }
}

export function NoListings({ kind, message, unfiltered, elsewhere = everything(kind) }: NoListingsProps) {
  return (
    <EmptyState
      title={message}
      hint={
        unfiltered
          ? 'Nothing on the board matches all of these filters. Try fewer of them.'
          : 'Nobody has pinned anything here yet. Yours could be the first.'
      }
    >
      {unfiltered ? (
        <ButtonLink href={unfiltered}>Clear all filters</ButtonLink>
      ) : (
        <ButtonLink href={kind === 'service' ? paths.postService() : paths.postEvent()}>
          Post the first ad
        </ButtonLink>
      )}
      <ButtonLink look="secondary" href={elsewhere.to}>
        {elsewhere.label}
      </ButtonLink>
    </EmptyState>
  )
}

const everything = (kind: Kind) => ({
  label: kind === 'service' ? 'Browse all services' : 'Browse all events',
  to: paths.listings(kind),
})
