import type { Kind } from '../../shared/listing.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

type NoListingsProps = {
  kind: Kind
  /** The page's own message (specification, section 8). */
  message: string
  /** Where the same list is without filters, if filters are why it is empty. */
  unfiltered?: string | undefined
  /** Where else to look; by default at all listings of the kind. */
  elsewhere?: { label: string; to: string }
}

export function NoListings({ kind, message, unfiltered, elsewhere = allOfKind(kind) }: NoListingsProps) {
  return (
    <EmptyState
      title={message}
      hint={
        unfiltered
          ? 'No matches. Try a different word or remove a filter.'
          : 'Nothing has been posted here yet. Yours could be the first.'
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

const allOfKind = (kind: Kind) => ({
  label: kind === 'service' ? 'Browse all services' : 'Browse all events',
  to: paths.listings(kind),
})
