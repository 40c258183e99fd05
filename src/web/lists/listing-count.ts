import { formatCount } from '../../shared/format.ts'
import type { Kind } from '../../shared/listing.ts'

/** Formats a number of listings as `3 services` or `1 event`. */
export const listingCount = (total: number, kind: Kind) =>
  kind === 'service' ? formatCount(total, 'service', 'services') : formatCount(total, 'event', 'events')
