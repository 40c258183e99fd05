import { formatAgo } from '../../shared/format.ts'
import { useSite } from '../framework/site-context.tsx'
import { useChangeObserver, useNow } from '../framework/use-now.ts'

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
