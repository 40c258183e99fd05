/** What shows and changes the visitor's place. A form of the server, so that it works without scripts. */
import { useSyncExternalStore } from 'react'
import { offeredKinds } from '../../../shared/offered-kinds.ts'
import { siteDistanceUnit } from '../../../shared/site-format.ts'
import { t } from '../../../shared/translate.ts'
import { readVisitorPlace, type VisitorPlace } from '../../../shared/visitor-place.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Menu } from '../../site/layout/menu.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { readCookies } from '../../ui/storage/read-cookies.ts'
import { PlaceField, WithinField, withinOption } from './place-field.tsx'

type PlaceSectionProps = { where: 'bar' | 'menu' | 'hero' }

export function PlaceSection({ where }: PlaceSectionProps) {
  const place = useVisitorPlace()
  if (where === 'hero') return <HeroForm place={place} />
  const name = place ? labelOf(place) : t('Your place')
  const label = place ? t('Your place: {place}', { place: name }) : name
  if (where === 'menu')
    return (
      <details className="group/place">
        <summary className="menu-link gap-3">
          <Icon name="map-pin" className="size-5 text-accent" />
          {name}
          <Icon
            name="chevron-down"
            className="ms-auto size-5 transition-transform group-open/place:rotate-180"
          />
        </summary>
        <div className="px-3 pt-1 pb-3">
          <PlaceForm place={place} />
        </div>
      </details>
    )
  return (
    <Menu
      label={label}
      className="relative"
      summaryClass="flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2 text-sm font-semibold hover:bg-sunken"
      summary={
        <>
          <Icon name="map-pin" className={`size-5.5 shrink-0 ${place ? 'text-accent' : ''}`} />
          {place && (
            <span aria-hidden className="hidden w-17 text-start text-xs leading-tight xl:block">
              <span className="block truncate">{townOf(place)}</span>
              <span className="block font-medium text-soft">{`${place.within} ${unitOf(place)}`}</span>
            </span>
          )}
        </>
      }
    >
      <div className="absolute top-full end-0 mt-2 w-88 rounded-lg border border-line bg-surface p-4 shadow-lifted">
        <PlaceForm place={place} />
      </div>
    </Menu>
  )
}

/** The page is the same for everyone, so it shows the place once scripts run. */
function useVisitorPlace(): VisitorPlace | null {
  return readVisitorPlace(useSyncExternalStore(subscribe, readCookies, () => ''))
}

/** Only the server changes the cookie. The back button can show a page from before. */
function subscribe(listener: () => void) {
  addEventListener('pageshow', listener)
  return () => removeEventListener('pageshow', listener)
}

const unitOf = ({ unit }: Pick<VisitorPlace, 'unit'>) => {
  const chosen = siteDistanceUnit()
  return chosen === 'country' ? unit : chosen
}

const townOf = ({ town }: VisitorPlace) => town.split(',', 1)[0]

/** Returns a place as `Austin · 25 mi`. */
const labelOf = (place: VisitorPlace) => `${townOf(place)} · ${place.within} ${unitOf(place)}`

type FormProps = { place: VisitorPlace | null }

function PlaceForm({ place }: FormProps) {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={paths.visitorPlace()} className="space-y-3">
      <input type="hidden" name="to" value={pathname + search} />
      {/* Another place replaces what the fields show. */}
      <div key={place && labelOf(place)} className="relative flex items-start gap-2">
        <PlaceField label={t('Your place')} required defaultValue={place?.town} />
        <WithinField
          label={t('Distance')}
          unit={unitOf(place ?? { unit: 'mi' })}
          defaultValue={withinOption(String(place?.within ?? ''))}
        />
      </div>
      <LocateButton />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="flex-1">
          {t('Set place')}
        </Button>
        <Button
          type="submit"
          variant="secondary"
          name="action"
          value="forget"
          formNoValidate
          className={place ? '' : 'without-script'}
        >
          {t('Forget')}
        </Button>
      </div>
      <p className="text-xs text-soft">
        {t('Lists show ads near your place. Only this browser remembers it.')}
      </p>
    </form>
  )
}

/** On the corkboard of the home page. Leads to the ads there. */
function HeroForm({ place }: FormProps) {
  const [kind = 'service'] = offeredKinds(useSite().settings)
  return (
    <form
      method="post"
      action={paths.visitorPlace()}
      className="relative flex flex-wrap items-center gap-2 [&>div]:flex-[1_1_7rem] [&_input]:rounded-full [&_label]:sr-only"
    >
      <input type="hidden" name="to" value={paths.listings(kind)} />
      <input type="hidden" name="within" value={withinOption(String(place?.within ?? ''))} />
      <PlaceField key={place && labelOf(place)} label={t('Your place')} required defaultValue={place?.town} />
      <LocateButton className="max-sm:sr-only" />
      <Button type="submit" variant="secondary">
        {t('Show ads here')}
      </Button>
    </form>
  )
}

function LocateButton({ className = '' }) {
  const { api } = useBackend()
  return (
    <button
      type="button"
      className="needs-script inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md text-sm font-semibold text-accent hover:text-accent-deep disabled:opacity-45"
      onClick={async ({ currentTarget }) =>
        (await import('../results/locate.ts')).searchNearby(api, currentTarget)
      }
    >
      <Icon name="map-pin" className="size-4.5" />
      <span className={className}>{t('Use my location')}</span>
    </button>
  )
}
