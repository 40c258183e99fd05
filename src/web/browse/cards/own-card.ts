import type { AdStatistics } from '../../../shared/contract/statistics.ts'
import type { OwnEvent, OwnService } from '../../../shared/listing.ts'
import type { CardContext } from '../../listing/site-fields.ts'
import { toCard } from './card.ts'

export type OwnCard = ReturnType<typeof toOwnCard>

/** A card in the author's own list. It does not reveal reports, and has none of the site's own fields. */
export const toOwnCard = (
  listing: OwnService | OwnEvent,
  context: Pick<CardContext, 'cardTextLength'>,
  statistics: AdStatistics | undefined,
) => ({
  ...toCard(listing, { cardTextLength: context.cardTextLength, lineOf: () => '' }),
  hidden: listing.status === 'hidden',
  publishAt: listing.publishAt,
  freshness: listing.freshness,
  renewBy: 'renewBy' in listing ? listing.renewBy : null,
  statistics,
})
