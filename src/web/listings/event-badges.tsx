import { useSite } from '../site.tsx'
import { Ribbon } from '../ui/ribbon.tsx'

type EventBadgesProps = { endDate: string; soldOut: boolean; canceled: boolean }

/** An event can be both sold out and over. A canceled one is only that. */
export function EventBadges({ endDate, soldOut, canceled }: EventBadgesProps) {
  const { today } = useSite()
  const ended = endDate < today
  if (!soldOut && !ended && !canceled) return null
  return (
    <span className="absolute top-3 left-3 z-10 flex flex-wrap gap-2">
      {canceled && <Ribbon look="accent">Canceled</Ribbon>}
      {!canceled && soldOut && <Ribbon look="accent">Sold Out</Ribbon>}
      {!canceled && ended && <Ribbon look="ink">Expired</Ribbon>}
    </span>
  )
}
