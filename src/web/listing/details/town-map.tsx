import type { Event, Service } from '../../../shared/listing.ts'
import { localName } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'
import { DeferredSection } from '../../framework/sections/deferred.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { eventVenue, hasVenue } from './event-parts.ts'

/** Shows where the listing is. Of a service, no location is finer than a town; of an event, its author may name the venue. */
export function Location({ listing }: { listing: Service | Event }) {
  const event = 'startDate' in listing && hasVenue(listing) ? listing : null
  const { state, city } = listing
  const hasMap = state && city && !('startDate' in listing && listing.attendance_mode === 'online')
  if (!hasMap && !event) return null
  return (
    <section
      className={`mt-8 border-t border-line pt-7 print:mt-3 print:pt-3 ${event ? '' : 'print:hidden'}`}
    >
      <h2 className="text-lg">{t('Location')}</h2>
      {event && <DeferredSection section={eventVenue} props={{ event }} preload />}
      {hasMap && (
        <TownMap country={listing.country} state={state} city={city} isEvent={'startDate' in listing} />
      )}
    </section>
  )
}

type TownMapProps = { country: string; state: string; city: string; isEvent: boolean }

function TownMap({ country, state, city, isEvent }: TownMapProps) {
  const town = `${city}, ${state}`
  const shown = `${city}, ${localName(state)}`
  const tab = isEvent ? 'events' : undefined
  return (
    <div className="print:hidden">
      <img
        src={paths.townMap({ country, state, city })}
        alt={t('Map of the area around {town}', { town: shown })}
        width={400}
        height={200}
        loading="lazy"
        className="mt-3 h-auto w-full max-w-md rounded-lg border border-line bg-sunken"
      />
      <p className="mt-3 flex items-start gap-1.5 text-sm">
        <Icon name="map-pin" className="mt-0.5 size-4 shrink-0 text-soft" />
        <span>
          {shown}.{' '}
          <TextLink href={paths.state(state, { view: 'map', town, tab })}>
            {t('See other ads here on a map')}
          </TextLink>
        </span>
      </p>
    </div>
  )
}
