import type { PlaceSuggestion } from '../../../shared/contract/browse.ts'
import { maxNameLength } from '../../../shared/limits.ts'
import { localName } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'
import { GetForm } from '../../framework/router/get-form.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'

type FindCityProps = {
  city: string
  /** What it may mean. A single place is never shown: the search leads there. */
  places: PlaceSuggestion[]
}

/** Returns the path of the ads of a city, or of the page of a state. */
export const pathOfPlace = ({ country, state, city }: PlaceSuggestion): string =>
  city === null ? paths.state(state ?? '') : paths.location(country.slug, { state: state ?? '', city })

/** A search for a city that leads to its ads, or offers the places of that name. */
export function FindCity({ city, places }: FindCityProps) {
  return (
    <Card className="p-5 md:p-7">
      <GetForm role="search" aria-label={t('Cities')} to={paths.allLocations} className="max-w-xl">
        <SearchField
          // A new search replaces what was typed.
          key={city}
          label={t('Find your city')}
          name="city"
          maxLength={maxNameLength}
          defaultValue={city}
          placeholder={t('Austin, TX')}
          autoComplete="address-level2"
        />
      </GetForm>
      {city && (
        <div role="status" className="mt-4">
          {places.length > 0 ? (
            <>
              <h2 className="text-base">{t('Which one do you mean?')}</h2>
              <ul className="mt-1 grid gap-x-4 md:grid-cols-3">
                {places.map((place) => (
                  <li key={pathOfPlace(place)}>
                    <a
                      href={pathOfPlace(place)}
                      className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-accent hover:underline"
                    >
                      <Icon name="map-pin" className="size-4 shrink-0" />
                      {[place.city, localName(place.state ?? '')].filter(Boolean).join(', ')}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p className="text-sm">
              {t(
                'We couldn’t find “{city}”. Check the spelling, try a larger city nearby, or choose your state below.',
                { city },
              )}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}
