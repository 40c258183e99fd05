import type { CallRequest } from '../../../shared/contract.ts'
import { readerLanguage, sourceLanguage } from '../../../shared/language.ts'
import { type CurrentSettings, defaultSettings } from '../../../shared/settings/table.ts'
import { type TopicSet, topicSetKeys, topicSets } from '../../../shared/topics/sets.ts'
import { t } from '../../../shared/translate.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import type { Module } from '../../platform/module.ts'
import { actorOf, recordAudit } from '../audit/service.ts'
import type { Catalog } from '../catalog/service.ts'
import { finishSetup, hasMoreAds, hasSeveralCountries, isSetupLink, readSetupState } from './service.ts'

/** Each returns a number of ads. */
type DemoAds = {
  count: (database: Database) => Promise<number>
  add: (database: Database) => Promise<number>
  remove: (database: Database) => Promise<number>
}

type Uses = {
  database: Database
  settings: CurrentSettings
  catalog: Catalog
  /** Replaces the categories of the site by a set. */
  replaceTopics: (ctx: AuthedContext, set: TopicSet) => Promise<unknown>
  removeCountry: (request: CallRequest<'removePlaces'> & AuthedContext) => Promise<{ message: string }>
  /** Returns the names of the categories of a set. */
  namesInSet: (set: TopicSet) => Promise<string[]>
  demo: DemoAds
}

/** The largest towns that the preview names. */
const namedTowns = 12

/** The first run of the site. `accounts` makes the first admin. */
export const setupModule = (uses: Uses) => {
  const { database, settings, catalog, replaceTopics, removeCountry, namesInSet, demo } = uses

  async function changeDemo(request: AuthedContext, shown: boolean): Promise<number> {
    const ads = await (shown ? demo.add : demo.remove)(database)
    const action = shown ? 'demo.add' : 'demo.remove'
    const target = { type: 'setting', id: 'demo' } as const
    await recordAudit(database.kysely, await actorOf(database, request), [{ action, target, after: { ads } }])
    return ads
  }

  /** Demo ads keep categories and places from being removed. */
  async function removeDemo(request: AuthedContext): Promise<void> {
    if ((await demo.count(database)) > 0) await changeDemo(request, false)
  }

  async function describeSets() {
    const names = catalog.categories().map(({ name }) => name)
    const isSame = (other: string[]) => JSON.stringify(other.toSorted()) === JSON.stringify(names.toSorted())
    return Promise.all(
      topicSetKeys.map(async (key) => {
        const categories = await namesInSet(key)
        return { key, categories, isUsed: isSame(categories) }
      }),
    )
  }

  return {
    handlers: {
      checkSetupLink: async ({ body }) => ({ works: await isSetupLink(database, body.token) }),

      async getSetup({ query, viewer }) {
        // Needed once in the life of a site.
        const { suggestionsFor } = await import('./suggestions.ts')
        const { values, timeZones } = suggestionsFor(query.country)
        const [state, demoAds, topicSets] = await Promise.all([
          readSetupState(database),
          demo.count(database),
          describeSets(),
        ])
        // A country with several time zones gets that of its largest town.
        const known = catalog.places().countries.find(({ code }) => code === query.country)
        if (known)
          values.timeZone ??= catalog.timeZoneOf({ country_id: known.id, state_id: null, city_id: null })
        if (settings().contactEmail === defaultSettings.contactEmail) values.contactEmail = viewer.email
        // Whoever sets up a new site in another language wants it in that language.
        const isNew = settings().languages.join() === defaultSettings.languages.join()
        if (isNew && readerLanguage() !== sourceLanguage) values.languages = [readerLanguage()]
        if (
          settings().kinds === 'both' &&
          topicSets.some(({ key, isUsed }) => isUsed && key === 'events-only')
        )
          values.kinds = 'events'
        const hasOwnAds = await hasMoreAds(database, demoAds)
        return { state, suggestions: values, timeZones, demoAds, hasOwnAds, topicSets }
      },

      async previewPlaces({ body }) {
        const { home, towns } = await catalog.withLimits(body)
        return {
          home: home && `${home.city}, ${home.state}`,
          towns: towns.length,
          largest: towns.slice(0, namedTowns),
        }
      },

      async chooseTopicSet(request) {
        const { set } = request.body
        await removeDemo(request)
        await replaceTopics(request, set)
        return { message: t('Your site has the categories “{set}”.', { set: t(topicSets[set].label) }) }
      },

      async removeSetupCountry(request) {
        // Otherwise, it stays.
        if (await hasSeveralCountries(database)) await removeDemo(request)
        return removeCountry(request)
      },

      async changeDemoAds(request) {
        const { shown } = request.body
        const count = await changeDemo(request, shown)
        const message = shown
          ? t('Added {count, plural, one {# demo ad} other {# demo ads}}.', { count })
          : t('Deleted {count, plural, one {# demo ad} other {# demo ads}}.', { count })
        return { message }
      },

      async finishSetup() {
        await finishSetup(database)
        return { message: t('Your site is set up.') }
      },
    },
  } satisfies Module
}
