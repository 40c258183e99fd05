/** The unsubscribe link of an alert pauses its search. */
import type { SubscriptionKind } from '../notifications/service.ts'
import { findSearch, setPaused } from './queries.ts'

type WantsEmail = (
  tx: Parameters<SubscriptionKind['isWanted']>[0],
  profileId: string,
  topic: 'saved-searches',
) => Promise<boolean>

export const savedSearchSubscription = (wantsEmail: WantsEmail): SubscriptionKind => ({
  async find(connection, id) {
    const search = await findSearch(connection, id)
    return search && { emails: `New ads for “${search.name}”`, stopped: search.paused }
  },
  setStopped: setPaused,
  async isWanted(connection, id) {
    const search = await findSearch(connection, id)
    return search !== null && !search.paused && wantsEmail(connection, search.profileId, 'saved-searches')
  },
})
