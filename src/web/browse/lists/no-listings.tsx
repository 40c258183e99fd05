import type { Kind } from '../../../shared/listing.ts'
import { type Message, t } from '../../../shared/translate.ts'
import { paths } from '../../paths.ts'
import { useMayPost } from '../../site/suspended-notice.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'

export type NoListingsProps = {
  kind: Kind
  /** The page's own message (specification, section 8). */
  message: Message
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
    <EmptyState title={t(message)} hint={hintFor(unfiltered !== undefined, searched, hasOther)}>
      {hasOther && (
        <ButtonLink href={otherTab.to}>
          {otherTab.kind === 'service'
            ? t('See {count, plural, one {# service} other {# services}}', { count: otherTab.total })
            : t('See {count, plural, one {# event} other {# events}}', { count: otherTab.total })}
        </ButtonLink>
      )}
      {unfiltered && (
        <ButtonLink variant={hasOther ? 'secondary' : 'primary'} href={unfiltered}>
          {t('Clear all filters')}
        </ButtonLink>
      )}
      {!isFiltered && mayPost && (
        <ButtonLink variant={hasOther ? 'secondary' : 'primary'} href={paths.postListing(kind)}>
          {t('Post the first ad')}
        </ButtonLink>
      )}
      <ButtonLink variant="secondary" href={elsewhere.to}>
        {elsewhere.label}
      </ButtonLink>
    </EmptyState>
  )
}

function hintFor(filtered: boolean, searched: boolean, hasOther: boolean): string {
  if (searched && hasOther)
    return t('No matches in this tab. Look at the other one, or try a different word.')
  if (filtered) return t('No matches. Try a different word or remove a filter.')
  if (searched) return t('No matches. Check the spelling or try a different word.')
  return t('Nothing has been posted here yet. Yours could be the first.')
}

const allOfKind = (kind: Kind) => ({
  label: kind === 'service' ? t('Browse all services') : t('Browse all events'),
  to: paths.listings(kind),
})
