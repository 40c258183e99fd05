import { savedSearchSubscription } from './modules/alerts/subscription.ts'
import { conversationSubscription } from './modules/messages/subscription.ts'
import { createSubscriptions } from './modules/notifications/subscriptions.ts'
import type { Database } from './platform/database/database.ts'

type Options = { database: Database; secret: string }

/** Returns what the unsubscribe links in emails stop, which the delivery of queued emails checks as well. */
export const emailSubscriptions = ({ database, secret }: Options) =>
  createSubscriptions(database, secret, {
    'saved-search': savedSearchSubscription,
    conversation: conversationSubscription,
  })
