import { formatEventPlace, formatPlace } from '../../../shared/format.ts'
import type { Event, Service } from '../../../shared/listing.ts'
import { perTicket } from '../../../shared/price.ts'
import { t } from '../../../shared/translate.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { type EventState, useEventState } from '../event-state.ts'
import { Price } from '../price.tsx'
import { EventWhen } from './event-when.tsx'

type ListingTermsProps = {
  listing: Service | Event
  /** Where to look instead of at an event that is over or sold out. */
  alternatives: string | null
  /** How an event repeats, in words. */
  repeats: string | null
}

/** The price and the place; of an event, first when it is, and whether one can still go. */
export function ListingTerms({ listing, alternatives, repeats }: ListingTermsProps) {
  const event = 'startDate' in listing ? listing : null
  const state = useEventState(listing)
  // Tickets of a postponed event keep their price.
  const isUnavailable = state.ended || state.soldOut || state.canceled
  const place = (
    <li className="flex gap-2.5">
      <Icon name="map-pin" className="mt-1 size-5 shrink-0 text-accent" />
      <span className="min-w-0 wrap-anywhere">{event ? formatEventPlace(event) : formatPlace(listing)}</span>
    </li>
  )
  return (
    <>
      {(isUnavailable || state.postponed) && <Unavailable state={state} alternatives={alternatives} />}
      {event && (
        <ul className="mt-3 space-y-2">
          <EventWhen event={event} repeats={repeats} />
          {place}
        </ul>
      )}
      <p className={`${event ? 'mt-4' : 'mt-3'} text-xl font-bold text-ink tabular-nums`}>
        {event && (
          <span className="sr-only">
            {isUnavailable ? t('Ticket price, no longer available:') : t('Ticket price:')}{' '}
          </span>
        )}
        {isUnavailable ? (
          <s className="text-soft decoration-2">
            <Price price={listing} otherwise={perTicket} />
          </s>
        ) : (
          <Price price={listing} otherwise={event ? perTicket : undefined} />
        )}
      </p>
      {!event && <ul className="mt-4">{place}</ul>}
    </>
  )
}

type UnavailableProps = { state: EventState; alternatives: string | null }

/** Says in the text what the ribbon on the picture says, where no one can miss it. */
function Unavailable({ state: { ended, soldOut, canceled, postponed }, alternatives }: UnavailableProps) {
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
      {ended && !postponed && <strong>{t('Ended')}</strong>}
      {canceled && <strong>{t('Canceled')}</strong>}
      {postponed && !canceled && <strong>{t('Postponed: there’s no new date yet')}</strong>}
      {soldOut && !canceled && <strong>{t('Sold out')}</strong>}
      {alternatives && (
        <TextLink href={alternatives} className="text-sm print:hidden">
          {t('See similar upcoming events')}
        </TextLink>
      )}
    </p>
  )
}
