import type { Database } from '../../platform/database/database.ts'
import type { Module } from '../../platform/module.ts'
import { emailSubscriptionRoutes } from './routes.ts'
import type { Subscriptions } from './subscriptions.ts'
import { mountUnsubscribe } from './unsubscribe-route.ts'

type Options = { database: Database; subscriptions: Subscriptions; publicUrl: string }

/** The emails that people can turn off. */
export const notificationsModule = ({ database, subscriptions, publicUrl }: Options) =>
  ({
    handlers: emailSubscriptionRoutes(database, subscriptions),
    mount: (app, dispatch) => mountUnsubscribe(app, dispatch, publicUrl),
  }) satisfies Module
