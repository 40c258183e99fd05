/** The tickets of an event: their kinds and prices, where to get them, and for how many people there is room. */
import type { TicketType } from '../../../shared/event-fields.ts'
import { formatCount } from '../../../shared/format.ts'
import type { Event } from '../../../shared/listing.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useEventState } from '../event-state.ts'
import { Price } from '../price.tsx'
import { linkRel } from './contact-buttons.tsx'

/** Empty for an event that has only a price. */
export function Tickets({ event }: { event: Event }) {
  const { ended, soldOut, canceled } = useEventState(event)
  const { ticket_types, ticket_url, capacity } = event
  const canBuy = ticket_url !== '' && !ended && !soldOut && !canceled
  if (ticket_types.length === 0 && !canBuy && capacity === null) return null
  return (
    <div className="mt-5 max-w-md space-y-3">
      {ticket_types.length > 0 && <TicketTable types={ticket_types} />}
      {canBuy && (
        <ButtonLink href={ticket_url} rel={linkRel} className="print:hidden">
          Get tickets
          <Icon name="arrow-right" className="size-4.5" />
        </ButtonLink>
      )}
      {capacity !== null && (
        <p className="text-sm text-soft">Room for {formatCount(capacity, 'person', 'people')}</p>
      )}
    </div>
  )
}

function TicketTable({ types }: { types: TicketType[] }) {
  return (
    <table className="w-full border-y border-line text-sm">
      <caption className="sr-only">Tickets</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Ticket</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {types.map((type, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two kinds can have the same name
          <TicketRow key={index} type={type} />
        ))}
      </tbody>
    </table>
  )
}

function TicketRow({ type: { name, price, soldOut } }: { type: TicketType }) {
  const amount = <Price price={{ price, price_unit: null }} />
  return (
    <tr>
      <th
        scope="row"
        dir="auto"
        className={`free-text py-2 pr-4 text-left font-normal ${soldOut ? 'text-soft' : ''}`}
      >
        {name}
        {soldOut && <strong className="ml-2 whitespace-nowrap">Sold out</strong>}
      </th>
      <td className="py-2 text-right align-top font-semibold whitespace-nowrap tabular-nums">
        {soldOut ? <s className="text-soft">{amount}</s> : amount}
      </td>
    </tr>
  )
}
