/** Keeps the price and the availability of an event in agreement with its tickets. */
import { AppError } from '../../../shared/errors.ts'
import type { TicketType } from '../../../shared/event-fields.ts'
import type { EventUpdate, NewEvent } from '../../../shared/listing-input.ts'
import { areSoldOut, priceRangeOf } from '../../../shared/ticket-prices.ts'

/** The tickets of an event as stored. */
export type StoredTickets = { ticket_types: TicketType[]; price_max: number | null }

/**
 * Returns the input with the prices and the availability that follow from the tickets. An update without tickets keeps the
 * stored ones. Throws `invalid` if its price contradicts them.
 */
export function withTicketPrices<Input extends object>(
  input: Input,
  stored: StoredTickets | null = null,
): Input {
  if (!isEvent(input)) return input
  const types = input.tickets === undefined ? (stored?.ticket_types ?? []) : (input.tickets?.types ?? [])
  if (input.tickets === undefined) requireAgreement(input.price, types, stored)
  const { price, price_max } = priceRangeOf(types) ?? {}
  const soldOut = { ...(areSoldOut(types) && { event_availability: 'soldout' as const }) }
  if (!input.tickets || price === undefined) return { ...input, ...soldOut }
  return { ...input, ...soldOut, price, tickets: { ...input.tickets, price_max: price_max ?? null } }
}

const isEvent = (input: object): input is NewEvent | EventUpdate => 'startDate' in input

/** A client that does not know tickets sends a price alone. */
function requireAgreement(price: number, types: TicketType[], stored: StoredTickets | null) {
  const range = priceRangeOf(types)
  if (range ? price === range.price : price <= (stored?.price_max ?? price)) return
  const message = range
    ? 'The price follows from the kinds of tickets. To change it, send the tickets, too.'
    : 'The highest price cannot be below the lowest one. To change it, send the tickets, too.'
  throw new AppError('invalid', message, { price: message })
}
