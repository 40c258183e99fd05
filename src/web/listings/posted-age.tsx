import { use } from 'react'
import { formatAgo, nextAgoChange } from '../../shared/format.ts'
import { ChangeObserver, useNow } from '../now.ts'
import { useSite } from '../site.tsx'

type PostedAgeProps = { posted: string; className?: string }

/** How long ago an ad was posted. */
export function PostedAge({ posted, className = '' }: PostedAgeProps) {
  const { product, renderedAt } = useSite()
  const now = useNow()
  use(ChangeObserver)?.(nextAgoChange(posted, renderedAt))
  return (
    <p className={className}>
      <span className="sr-only">Posted </span>
      <time dateTime={posted}>{formatAgo(posted, now, product.timeZone)}</time>
    </p>
  )
}
