import type { Event, Service } from '../../shared/listing.ts'

/** Whether an event is over, sold out, or canceled. It can be all of these; a service is none of them. */
export type EventState = { ended: boolean; soldOut: boolean; canceled: boolean }

export function eventStateOf(listing: Service | Event, today: string): EventState {
  if (!('startDate' in listing)) return { ended: false, soldOut: false, canceled: false }
  const soldOut = listing.event_availability === 'soldout'
  return { ended: listing.endDate < today, soldOut, canceled: listing.canceled }
}
