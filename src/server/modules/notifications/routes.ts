import { t } from '../../../shared/translate.ts'
import type { Database } from '../../platform/database/database.ts'
import { done, type Handlers } from '../../platform/http/handlers.ts'
import { ensureProfile } from '../accounts/service.ts'
import type { Subscriptions } from './subscriptions.ts'

export const emailSubscriptionRoutes = (database: Database, subscriptions: Subscriptions) =>
  ({
    getWantedEmails: async ({ viewer }) => ({ wanted: await subscriptions.listWanted(viewer) }),
    setWantedEmails: async ({ viewer, body }) => {
      const { profileId } = await ensureProfile(database, viewer)
      await subscriptions.setWanted(profileId, viewer, body.wanted)
      return { message: t('Saved.') }
    },
    getEmailSubscription: ({ body }) => subscriptions.find(body.token),
    changeEmailSubscription: ({ body: { token, stopped } }) =>
      done(
        subscriptions.change(token, stopped),
        stopped ? t('You won’t get these emails anymore.') : t('You’ll get these emails again.'),
      ),
  }) satisfies Partial<Handlers>
