import type { Event, Service } from '../../../shared/listing.ts'
import { DeferredSection } from '../../framework/sections/deferred.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { eventVenue, hasVenue } from './event-parts.ts'

/** Shows where the listing is. Of a service, no location is finer than a town; of an event, its author may name the venue. */
export function Location({ listing }: { listing: Service | Event }) {
  const event = 'startDate' in listing ? listing : null
  const hasMap = listing.state !== null && listing.city !== null && event?.attendance_mode !== 'online'
  if (!hasMap && !(event && hasVenue(event))) return null
  return (
    <section
      className={`mt-8 border-t border-line pt-7 print:mt-3 print:pt-3 ${event && hasVenue(event) ? '' : 'print:hidden'}`}
    >
      <h2 className="text-lg">Location</h2>
      {event && hasVenue(event) && <DeferredSection section={eventVenue} props={{ event }} preload />}
      {hasMap && <TownMap listing={listing} />}
    </section>
  )
}

function TownMap({ listing }: { listing: Service | Event }) {
  const { country, state, city } = listing
  if (!state || !city) return null
  const town = `${city}, ${state}`
  const tab = 'startDate' in listing ? 'events' : undefined
  return (
    <div className="print:hidden">
      <img
        src={paths.townMap({ country, state, city })}
        alt={`Map of the area around ${town}`}
        width={400}
        height={200}
        loading="lazy"
        className="mt-3 h-auto w-full max-w-md rounded-lg border border-line bg-sunken"
      />
      <p className="mt-3 flex items-start gap-1.5 text-sm">
        <Icon name="map-pin" className="mt-0.5 size-4 shrink-0 text-soft" />
        <span>
          {town}.{' '}
          <TextLink href={paths.state(state, { view: 'map', town, tab })}>
            See other ads here on a map
          </TextLink>
        </span>
      </p>
    </div>
  )
}
