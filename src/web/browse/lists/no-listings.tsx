import type { Kind } from '../../../shared/listing.ts'
import { paths } from '../../paths.ts'
import { useMayPost } from '../../site/suspended-notice.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { listingCount } from './listing-count.ts'

export type NoListingsProps = {
  kind: Kind
  /** The page's own message (specification, section 8). */
  message: string
  /** Where the same list is without filters, if filters are why it is empty. */
  unfiltered?: string | undefined
  otherTab?: { kind: Kind; total: number; to: string }
  /** Where else to look; by default at all listings of the kind. */
  elsewhere?: { label: string; to: string }
  /** Whether a search found nothing, so that posting an ad is not the next step. */
  searched?: boolean
}

export function NoListings({
  kind,
  message,
  unfiltered,
  otherTab,
  elsewhere = allOfKind(kind),
  searched = false,
}: NoListingsProps) {
  const mayPost = useMayPost()
  const hasOther = otherTab !== undefined && otherTab.total > 0
  const isFiltered = unfiltered !== undefined || searched
  return (
    <EmptyState title={message} hint={hintFor(unfiltered !== undefined, searched, hasOther)}>
      {hasOther && (
        <ButtonLink href={otherTab.to}>See {listingCount(otherTab.total, otherTab.kind)}</ButtonLink>
      )}
      {unfiltered && (
        <ButtonLink variant={hasOther ? 'secondary' : 'primary'} href={unfiltered}>
          Clear all filters
        </ButtonLink>
      )}
      {!isFiltered && mayPost && (
        <ButtonLink variant={hasOther ? 'secondary' : 'primary'} href={paths.postListing(kind)}>
          Post the first ad
        </ButtonLink>
      )}
      <ButtonLink variant="secondary" href={elsewhere.to}>
        {elsewhere.label}
      </ButtonLink>
    </EmptyState>
  )
}

function hintFor(filtered: boolean, searched: boolean, hasOther: boolean): string {
  if (searched && hasOther) return 'No matches in this tab. Look at the other one, or try a different word.'
  if (filtered) return 'No matches. Try a different word or remove a filter.'
  if (searched) return 'No matches. Check the spelling or try a different word.'
  return 'Nothing has been posted here yet. Yours could be the first.'
}

const allOfKind = (kind: Kind) => ({
  label: kind === 'service' ? 'Browse all services' : 'Browse all events',
  to: paths.listings(kind),
})
