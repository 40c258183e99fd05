import type { Event, Service } from '../../shared/listing.ts'

/** Whether an event is over and whether it is sold out. It can be both; a service is neither. */
export type EventState = { ended: boolean; soldOut: boolean }

export function eventStateOf(listing: Service | Event, today: string): EventState {
  if (!('startDate' in listing)) return { ended: false, soldOut: false }
  return { ended: listing.endDate < today, soldOut: listing.event_availability === 'soldout' }
}
