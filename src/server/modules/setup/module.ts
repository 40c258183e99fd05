import { formatCount } from '../../../shared/format.ts'
import { type CurrentSettings, defaultSettings } from '../../../shared/settings/table.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Module } from '../../platform/module.ts'
import { actorOf, recordAudit } from '../audit/service.ts'
import { finishSetup, isSetupLink, readSetupState } from './service.ts'

/** Each returns a number of ads. */
type DemoAds = {
  count: (database: Database) => Promise<number>
  add: (database: Database) => Promise<number>
  remove: (database: Database) => Promise<number>
}

type Uses = { database: Database; settings: CurrentSettings; demo: DemoAds }

/** The first run of the site. `accounts` makes the first admin. */
export const setupModule = ({ database, settings, demo }: Uses) =>
  ({
    handlers: {
      checkSetupLink: async ({ body }) => ({ works: await isSetupLink(database, body.token) }),

      async getSetup({ query, viewer }) {
        // Needed once in the life of a site.
        const { countries, suggestionsFor } = await import('./suggestions.ts')
        const { values, timeZones } = suggestionsFor(query.country)
        const isOwnAddress = settings().contactEmail !== defaultSettings.contactEmail
        const [state, demoAds] = await Promise.all([readSetupState(database), demo.count(database)])
        const suggestions = isOwnAddress ? values : { ...values, contactEmail: viewer.email }
        return { state, countries, suggestions, timeZones, demoAds }
      },

      async changeDemoAds(request) {
        const { shown } = request.body
        const count = await (shown ? demo.add : demo.remove)(database)
        const action = shown ? 'demo.add' : 'demo.remove'
        const target = { type: 'setting', id: 'demo' } as const
        const entry = { action, target, after: { ads: count } } as const
        await recordAudit(database.kysely, await actorOf(database, request), [entry])
        return { message: `${shown ? 'Added' : 'Deleted'} ${formatCount(count, 'demo ad', 'demo ads')}.` }
      },

      async finishSetup() {
        await finishSetup(database)
        return { message: 'Your site is set up.' }
      },
    },
  }) satisfies Module
