import { formatDay, formatDayRange, formatPrice } from '../../shared/format.ts'
import type { AdminListing } from '../../shared/moderation.ts'
import { useSite } from '../site.tsx'
import { QuietLink } from './quiet-link.tsx'
import { managedTab } from './tabs.ts'
import { viewPath } from './view.ts'

type Props = { listing: Omit<AdminListing, 'description' | 'placeholders'> }

/** What a listing says of itself in a few words, and whose it is. */
export function Facts({ listing }: Props) {
  const { product } = useSite()
  const { kind, price, category, city, state, country, posted, startDate, endDate, authorEmail } = listing
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold text-ink tabular-nums">{formatPrice(price, product.currency)}</span>
      {startDate && endDate && <span>{formatDayRange(startDate, endDate)}</span>}
      <span>{category}</span>
      <span>{[city, state].filter(Boolean).join(', ') || country}</span>
      <span>posted {formatDay(posted)}</span>
      <QuietLink
        href={viewPath({ tab: managedTab[kind], search: authorEmail })}
        aria-label={`All ${kind}s of ${authorEmail}`}
      >
        <bdi className="free-text">{authorEmail}</bdi>
      </QuietLink>
    </p>
  )
}
