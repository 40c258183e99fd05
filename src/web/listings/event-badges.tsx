import { useSite } from '../site.tsx'
import { Ribbon } from '../ui/ribbon.tsx'

/** An event can be both sold out and over. */
export function EventBadges({ endDate, soldOut }: { endDate: string; soldOut: boolean }) {
  const { today } = useSite()
  const ended = endDate < today
  if (!soldOut && !ended) return null
  return (
    <span className="absolute top-3 left-3 z-10 flex flex-wrap gap-2">
      {soldOut && <Ribbon look="accent">Sold Out</Ribbon>}
      {ended && <Ribbon look="ink">Expired</Ribbon>}
    </span>
  )
}
