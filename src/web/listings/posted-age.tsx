import { formatAgo, formatInstantDay } from '../../shared/format.ts'
import { useNow } from '../now.ts'
import { useSite } from '../site.tsx'

type PostedAgeProps = { posted: string; className?: string }

/**
 * How long ago an ad was posted, with the date on hover. Lies above the link that covers a card, where there is a
 * pointer that can hover.
 */
export function PostedAge({ posted, className = '' }: PostedAgeProps) {
  const { timeZone } = useSite().product
  const now = useNow()
  return (
    <p className={`[@media(hover:hover)]:relative [@media(hover:hover)]:z-20 ${className}`}>
      <span className="sr-only">Posted </span>
      <time dateTime={posted} title={formatInstantDay(posted, timeZone)}>
        {formatAgo(posted, now, timeZone)}
      </time>
    </p>
  )
}
