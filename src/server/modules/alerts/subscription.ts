/** The unsubscribe link of an alert pauses its search. */
import { t } from '../../../shared/translate.ts'
import { type SubscriptionKind, wantsEmail } from '../notifications/service.ts'
import { findSearch, setPaused } from './queries.ts'

export const savedSearchSubscription: SubscriptionKind = {
  async find(connection, id) {
    const search = await findSearch(connection, id)
    return search && { emails: t('New ads for “{search}”', { search: search.name }), stopped: search.paused }
  },
  setStopped: setPaused,
  async isWanted(connection, id) {
    const search = await findSearch(connection, id)
    return search !== null && !search.paused && wantsEmail(connection, search.profileId, 'saved-searches')
  },
}
