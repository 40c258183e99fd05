import type { Kind } from '../../../shared/listing.ts'
import { t } from '../../../shared/translate.ts'

/** Formats a number of listings as `3 services`, `1 event`, or, if there are `more`, `1,000+ services`. */
export function listingCount(total: number, kind: Kind, more = false): string {
  if (kind === 'service')
    return more
      ? t('{count}+ services', { count: total })
      : t('{count, plural, one {# service} other {# services}}', { count: total })
  return more
    ? t('{count}+ events', { count: total })
    : t('{count, plural, one {# event} other {# events}}', { count: total })
}
