/** What only some events have: a venue or a link to an online event, and tickets. Other pages do not load this code. */

import type { TicketType } from '../../../shared/event-fields.ts'
import { formatPlace } from '../../../shared/format.ts'
import type { Event } from '../../../shared/listing.ts'
import { localName } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'
import { useCurrentUser } from '../../framework/api-context.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Ribbon } from '../../ui/ribbon.tsx'
import { rich } from '../../ui/rich.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useEventState } from '../event-state.ts'
import { Price } from '../price.tsx'
import { linkRel } from './contact-buttons.tsx'
import { StreetMap } from './street-map.tsx'

/** Empty for an event that only names its town. */
export function Venue({ event }: { event: Event }) {
  const isOnline = event.attendance_mode !== 'in_person'
  return (
    <>
      {event.attendance_mode !== 'online' && <Address event={event} />}
      {isOnline && <OnlineLink event={event} />}
    </>
  )
}

function Address({ event }: { event: Event }) {
  const { venue, country, city, state } = event
  const { name, address, postal_code, note, latitude, longitude } = venue
  const { mapStyleUrl } = useSite().settings
  const point = latitude === null || longitude === null ? null : { latitude, longitude }
  const href = directionsUrl(event)
  if (!href && !note) return null
  const town = [city, [localName(state ?? ''), postal_code].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return (
    <div className="mt-3">
      <address dir="auto" className="free-text not-italic">
        {name && <strong className="block">{name}</strong>}
        {address && <span className="block">{address}</span>}
        {(address || postal_code) && <span className="block">{town}</span>}
      </address>
      {note && (
        <p dir="auto" className="free-text mt-2 text-sm text-soft">
          {note}
        </p>
      )}
      {href && (
        <p className="flex flex-wrap gap-x-5 print:hidden">
          <TextLink href={href} rel={linkRel} className="inline-flex min-h-11 items-center">
            {t('Directions')}
          </TextLink>
          {name && (
            <TextLink
              href={paths.saveSearch({
                kind: 'event',
                venue: name,
                country,
                state: state ?? undefined,
                city: city ?? undefined,
              })}
              rel="nofollow"
              className="inline-flex min-h-11 items-center gap-2"
            >
              <Icon name="bell" className="size-4" />
              {rich(
                'Follow<hidden> {name}</hidden>',
                { hidden: (text) => <span className="sr-only">{text}</span> },
                { name },
              )}
            </TextLink>
          )}
        </p>
      )}
      {mapStyleUrl && point && <StreetMap point={point} styleUrl={mapStyleUrl} />}
    </div>
  )
}

function OnlineLink({ event }: { event: Event }) {
  const { online_url, attendance_mode } = event
  return (
    <div className="mt-3 space-y-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Ribbon variant="accent">{t('Online')}</Ribbon>
        {attendance_mode === 'both' && <span className="text-sm">{t('You can also attend online.')}</span>}
      </p>
      {online_url ? (
        <ButtonLink href={online_url} rel={linkRel} className="print:hidden">
          {t('Join online')}
          <Icon name="arrow-right" className="size-4.5 rtl:-scale-x-100" />
        </ButtonLink>
      ) : (
        <WhenShown event={event} />
      )}
    </div>
  )
}

/** Says who gets the link that this viewer does not have. */
function WhenShown({ event }: { event: Event }) {
  const isSignedIn = useCurrentUser() !== null
  const isLater = event.online_url_shown === 'on_the_day'
  if (!event.has_online_url) return null
  const link = (text: string) => (
    <TextLink href={paths.signIn(paths.listing('event', event._id))}>{text}</TextLink>
  )
  if (isSignedIn)
    return isLater && <p className="text-sm">{t('The link appears here on the day of the event.')}</p>
  return (
    <p className="text-sm print:hidden">
      {isLater
        ? rich('<link>Sign in</link> on the day of the event to see the link.', { link })
        : rich('<link>Sign in</link> to see the link.', { link })}
    </p>
  )
}

/** Returns the URL of directions to the venue, or null if only the town is known. Nothing is loaded from there. */
export function directionsUrl(event: Event): string | null {
  const { name, address, postal_code, latitude, longitude } = event.venue
  const point = latitude === null || longitude === null ? null : `${latitude},${longitude}`
  if (!point && !address && !name) return null
  const place = [address || name, postal_code, formatPlace(event)].filter(Boolean).join(', ')
  const query = new URLSearchParams({ api: '1', destination: point ?? place })
  return `https://www.google.com/maps/dir/?${query}`
}

/** Empty for an event that has only a price. */
export function Tickets({ event }: { event: Event }) {
  const { ended, soldOut, canceled } = useEventState(event)
  const { ticket_types, ticket_url } = event
  const capacity = event.registration ? null : event.capacity
  const canBuy = ticket_url !== '' && !ended && !soldOut && !canceled
  if (ticket_types.length === 0 && !canBuy && capacity === null) return null
  return (
    <div className="mt-5 max-w-md space-y-3">
      {ticket_types.length > 0 && <TicketTable types={ticket_types} />}
      {canBuy && (
        <ButtonLink href={ticket_url} rel={linkRel} className="print:hidden">
          {t('Get tickets')}
          <Icon name="arrow-right" className="size-4.5 rtl:-scale-x-100" />
        </ButtonLink>
      )}
      {capacity !== null && (
        <p className="text-sm text-soft">
          {t('{count, plural, one {# spot} other {# spots}}', { count: capacity })}
        </p>
      )}
    </div>
  )
}

function TicketTable({ types }: { types: TicketType[] }) {
  return (
    <table className="w-full border-y border-line text-sm">
      <caption className="sr-only">{t('Tickets')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('Ticket')}</th>
          <th scope="col">{t('Price')}</th>
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
        className={`free-text py-2 pe-4 text-start font-normal ${soldOut ? 'text-soft' : ''}`}
      >
        {name}
        {soldOut && <strong className="ms-2 whitespace-nowrap">{t('Sold out')}</strong>}
      </th>
      <td className="py-2 text-end align-top font-semibold whitespace-nowrap tabular-nums">
        {soldOut ? <s className="text-soft">{amount}</s> : amount}
      </td>
    </tr>
  )
}
