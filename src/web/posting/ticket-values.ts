/** The values of the form's part *Tickets*. */

import type { Event } from '../../shared/listing.ts'
import { priceRangeOf } from '../../shared/ticket-prices.ts'
import { msg, t } from '../../shared/translate.ts'
import type { Values } from '../ui/forms/form.tsx'
import { formatPriceInput, parsePrice } from './price.ts'

/** `ticket_types` are the rows as JSON: drafts and conflicts have them as one value. */
export const ticketFieldNames = [
  'ticket_prices',
  'ticket_types',
  'tickets.price_max',
  'tickets.url',
  'tickets.capacity',
] as const
export type TicketValues = Record<(typeof ticketFieldNames)[number], string>

/** How prices differ; an empty value stands for one price. */
export const ticketPriceLabels = {
  range: msg('From a lowest to a highest price'),
  types: msg('Several kinds of tickets'),
  pay_what_you_can: msg('Pay what you can'),
}

export type TicketRow = { name: string; price: string; soldOut: boolean }

/** Returns the rows of a value. Drafts may contain anything. */
export function parseRows(text: string): TicketRow[] {
  try {
    const rows: unknown = JSON.parse(text || '[]')
    return Array.isArray(rows) ? rows.map(toRow) : []
  } catch {
    return []
  }
}

const toRow = (row: unknown): TicketRow => {
  const { name, price, soldOut } = (row ?? {}) as Partial<Record<keyof TicketRow, unknown>>
  return { name: String(name ?? ''), price: String(price ?? ''), soldOut: soldOut === true }
}

const formatRows = (rows: TicketRow[]): string => (rows.length === 0 ? '' : JSON.stringify(rows))

/** Returns the value of the rows whose fields, such as `tickets.types.0.name`, a form has; empty if nothing was entered. */
export function readRows(values: Partial<Values>): string {
  const rows: TicketRow[] = []
  for (const [name, value] of Object.entries(values)) {
    const [, index, field] = /^tickets\.types\.(\d{1,2})\.(name|price|soldOut)$/.exec(name) ?? []
    if (index === undefined || value === undefined) continue
    rows[Number(index)] ??= { name: '', price: '', soldOut: false }
    const row = rows[Number(index)] as TicketRow
    if (field === 'soldOut') row.soldOut = true
    else row[field as 'name' | 'price'] = value
  }
  const present = rows.filter((row) => row !== undefined)
  return present.some(({ name, price }) => name || price) ? formatRows(present) : ''
}

export function ticketValues(event: Event): Values {
  const { ticket_types, price_max, pay_what_you_can, ticket_url, capacity } = event
  const rows = ticket_types.map(({ name, price, soldOut }) => ({
    name,
    soldOut,
    price: formatPriceInput(price),
  }))
  const hasTypes = rows.length > 0
  return {
    ticket_prices: hasTypes
      ? 'types'
      : pay_what_you_can
        ? 'pay_what_you_can'
        : price_max === null
          ? ''
          : 'range',
    ticket_types: formatRows(rows),
    'tickets.price_max': price_max === null || hasTypes ? '' : formatPriceInput(price_max),
    'tickets.url': ticket_url,
    'tickets.capacity': capacity === null ? '' : String(capacity),
  }
}

export const hasTicketValues = (values: TicketValues): boolean =>
  ticketFieldNames.some((name) => values[name] !== '')

/** Returns the part of the request body, null for an event with nothing but a price. */
export function ticketsBody(values: TicketValues) {
  const prices = values.ticket_prices
  const tickets = {
    // NaN, which the server's schema rejects, for what is not a price.
    price_max: prices === 'range' ? (parsePrice(values['tickets.price_max']) ?? Number.NaN) : null,
    pay_what_you_can: prices === 'pay_what_you_can',
    types: prices === 'types' ? requiredTypes(values) : [],
    url: values['tickets.url'].trim(),
    capacity: parseCapacity(values['tickets.capacity']),
  }
  return prices === '' && tickets.url === '' && tickets.capacity === null ? null : tickets
}

const typesOf = ({ ticket_types }: TicketValues) =>
  parseRows(ticket_types).map(({ name, price, soldOut }) => ({
    name: name.trim(),
    soldOut,
    price: parsePrice(price) ?? Number.NaN,
  }))

/** The schema rejects an empty row at its fields. */
function requiredTypes(values: TicketValues) {
  const types = typesOf(values)
  return types.length > 0 ? types : [{ name: '', soldOut: false, price: Number.NaN }]
}

const parseCapacity = (text: string): number | null => {
  const digits = text.replace(/[\s,]/g, '')
  return digits === '' ? null : Number(digits)
}

/** Returns the lowest price of the rows, as the form's price; null if the form has a price of its own. */
export function lowestRowPrice(values: TicketValues): string | null {
  if (values.ticket_prices !== 'types') return null
  const prices = typesOf(values).filter(({ price }) => !Number.isNaN(price))
  const range = priceRangeOf(prices)
  return range ? formatPriceInput(range.price) : ''
}

/** Returns the same text for values that are stored alike. */
export function normalizeTickets(name: keyof TicketValues, values: TicketValues): string {
  if (name === 'ticket_types') return values.ticket_prices === 'types' ? JSON.stringify(typesOf(values)) : ''
  if (name === 'tickets.price_max')
    return values.ticket_prices === 'range' ? String(parsePrice(values[name])) : ''
  return values[name].trim()
}

/** Describes the tickets, a line for each kind. */
export function describeTickets(values: TicketValues): string {
  const { ticket_prices: prices } = values
  const rows = prices === 'types' ? parseRows(values.ticket_types) : []
  const lines = [
    prices in ticketPriceLabels ? t(ticketPriceLabels[prices as keyof typeof ticketPriceLabels]) : '',
    ...rows.map(({ name, price, soldOut }) =>
      soldOut ? t('{ticket}: {price} (sold out)', { ticket: name, price }) : `${name}: ${price}`,
    ),
    prices === 'range' ? t('Highest price: {price}', { price: values['tickets.price_max'] }) : '',
    values['tickets.url'],
    values['tickets.capacity'] && t('Capacity: {capacity}', { capacity: values['tickets.capacity'] }),
  ]
  return lines.filter(Boolean).join('\n')
}
