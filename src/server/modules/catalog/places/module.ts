import { readerLanguage } from '../../../../shared/language.ts'
import { localName } from '../../../../shared/local-names.ts'
import { t } from '../../../../shared/translate.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AuthedContext } from '../../../platform/http/handlers.ts'
import type { Module } from '../../../platform/module.ts'
import { actorOf } from '../../audit/service.ts'
import { saved } from '../categories/module.ts'
import type { PlaceChanges } from './changes.ts'
import { getCountry, queueCountryLoad, readCountryLoads, soon } from './country-loads.ts'
import { readCountryIds } from './queries.ts'

/** Places as admins change them. */
type Uses = { database: Database; placeChanges: PlaceChanges }

export const placesModule = ({ database, placeChanges }: Uses) => {
  async function changeCountry(ctx: AuthedContext, text: string, minPopulation: number | null) {
    const { code, name } = getCountry(text)
    const actor = await actorOf(database, ctx)
    const removes = minPopulation === null
    await queueCountryLoad(database, { code, removes, minPopulation: minPopulation ?? 0, actor }, name)
    return { code, message: soon(name, removes) }
  }
  return {
    handlers: {
      async listCountries() {
        // Loaded when needed: they bring the time zones of all coordinates.
        const [{ listSiteCountries }, { listCountries }] = await Promise.all([
          import('../load-country.ts'),
          import('../geonames.ts'),
        ])
        const [countries, loads] = await Promise.all([
          listSiteCountries(database),
          readCountryLoads(database),
        ])
        const ids = await readCountryIds(database.kysely)
        return {
          countries: countries.map((country) => ({ ...country, id: ids.get(country.code) ?? '' })),
          available: listCountries()
            .filter(({ code }) => !ids.has(code))
            .map(({ code, name }) => ({ code, name, localName: localName(name) }))
            .toSorted((one, other) => one.localName.localeCompare(other.localName, readerLanguage())),
          loads,
        }
      },
      addPlaces: (request) => changeCountry(request, request.body.country, request.body.minPopulation),
      removePlaces: (request) => changeCountry(request, request.params.id, null),
      getPlaceProgress: async () => ({ loads: await readCountryLoads(database) }),
      listPlacesForAdmin: ({ query }) => placeChanges.list(query),
      addPlace: async (request) => saved(t('Place added.'), await placeChanges.add(request, request.body)),
      changePlace: async (request) =>
        saved(t('Place saved.'), await placeChanges.change(request, request.params.id, request.body)),
      mergePlace: async (request) =>
        saved(
          t('Merging. Ads are moving.'),
          await placeChanges.merge(request, request.params.id, request.body),
        ),
      movePlace: async (request) =>
        saved(t('Place moved.'), await placeChanges.move(request, request.params.id, request.body)),
    },
  } satisfies Module
}
