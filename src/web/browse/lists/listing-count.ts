import { formatCount } from '../../../shared/format.ts'
import type { Kind } from '../../../shared/listing.ts'

/** Formats a number of listings as `3 services`, `1 event`, or, if there are `more`, `1,000+ services`. */
export function listingCount(total: number, kind: Kind, more = false): string {
  const text =
    kind === 'service' ? formatCount(total, 'service', 'services') : formatCount(total, 'event', 'events')
  return more ? text.replace(' ', '+ ') : text
}
