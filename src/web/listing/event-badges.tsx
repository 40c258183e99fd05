import { t } from '../../shared/translate.ts'
import { Ribbon } from '../ui/ribbon.tsx'
import { type EventEnd, useEnded } from './event-state.ts'

type EventBadgesProps = EventEnd & { soldOut: boolean; canceled: boolean; postponed: boolean }

/** An event can be both sold out and over. A canceled one is only that, and a postponed one has no date that could be over. */
export function EventBadges({ soldOut, canceled, postponed, ...end }: EventBadgesProps) {
  const ended = useEnded(end)
  const isOff = canceled || postponed
  if (!soldOut && !ended && !isOff) return null
  return (
    <span className="absolute start-3 top-3 z-10 flex flex-wrap gap-2">
      {canceled && <Ribbon variant="accent">{t('Canceled')}</Ribbon>}
      {postponed && !canceled && <Ribbon variant="accent">{t('Postponed')}</Ribbon>}
      {!isOff && soldOut && <Ribbon variant="accent">{t('Sold Out')}</Ribbon>}
      {!isOff && ended && <Ribbon variant="ink">{t('Expired')}</Ribbon>}
    </span>
  )
}
