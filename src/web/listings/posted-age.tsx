import { formatAgo } from '../../shared/format.ts'
import { useChangeObserver, useNow } from '../now.ts'
import { useSite } from '../site.tsx'

type PostedAgeProps = { posted: string; className?: string }

/** How long ago an ad was posted. */
export function PostedAge({ posted, className = '' }: PostedAgeProps) {
  const { timeZone } = useSite().product
  const now = useNow()
  useChangeObserver()?.age(posted)
  return (
    <p className={className}>
      <span className="sr-only">Posted </span>
      <time dateTime={posted}>{formatAgo(posted, now, timeZone)}</time>
    </p>
  )
}
