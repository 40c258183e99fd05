/** What people can unsubscribe from: every topic of emails, and single objects of other modules, such as a saved search. */

import type { EmailSubscription } from '../../../shared/contract/email-subscriptions.ts'
import {
  type EmailTopic,
  emailTopicNames,
  emailTopics,
  emailTopicsFor,
} from '../../../shared/email-topics.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Subscription } from '../../platform/mail/outbox.ts'
import * as preferences from './email-preferences.ts'
import { createUnsubscribeLinks } from './unsubscribe-links.ts'

/** How one kind of subscription is stopped. Ids that no longer exist are accepted: there is nothing left to stop. */
export type SubscriptionKind = {
  /** Returns what the emails are called, and whether they are stopped; null if there is no such id. */
  find: (connection: Connection, id: string) => Promise<{ emails: string; stopped: boolean } | null>
  setStopped: (tx: Connection, id: string, stopped: boolean) => Promise<void>
  /** Returns whether an email that is already queued may be sent. */
  isWanted: (connection: Connection, id: string) => Promise<boolean>
}

/** Besides the topics, whose ids are profiles. */
export type OtherKinds = Record<string, SubscriptionKind>

export type Subscriptions = ReturnType<typeof createSubscriptions>

export function createSubscriptions({ kysely }: Database, secret: string, otherKinds: OtherKinds = {}) {
  const links = createUnsubscribeLinks(secret)
  const kinds = new Map(Object.entries({ ...topicKinds, ...otherKinds }))

  /** Returns what a token names, or null if it is none of ours. */
  function read(token: string): (Subscription & { kindOf: SubscriptionKind }) | null {
    const subscription = links.read(token)
    const kindOf = subscription && kinds.get(subscription.kind)
    return subscription && kindOf ? { ...subscription, kindOf } : null
  }

  return {
    listWanted: (viewer: Viewer): Promise<EmailTopic[]> => preferences.listWantedTopics(kysely, viewer),

    /** Leaves topics as they are that this person cannot choose. */
    async setWanted(profileId: string, { role }: Viewer, wanted: EmailTopic[]): Promise<void> {
      await kysely.transaction().execute(async (tx) => {
        for (const topic of emailTopicsFor(role !== null))
          await preferences.setWanted(tx, profileId, topic, wanted.includes(topic))
      })
    },

    /** Describes what an unsubscribe link stops; null if the token is none of ours. */
    async find(token: string): Promise<EmailSubscription | null> {
      const subscription = read(token)
      if (!subscription) return null
      return (await subscription.kindOf.find(kysely, subscription.id)) ?? { emails: null, stopped: true }
    },

    async change(token: string, stopped: boolean): Promise<void> {
      const subscription = read(token)
      if (!subscription)
        throw new AppError('invalid', t('This link is incomplete. Please open it from the email again.'))
      await kysely.transaction().execute((tx) => subscription.kindOf.setStopped(tx, subscription.id, stopped))
    },

    /** Returns whether an email that is already queued may be sent. */
    async isWanted({ kind, id }: Subscription): Promise<boolean> {
      return (await kinds.get(kind)?.isWanted(kysely, id)) ?? false
    },
  }
}

const topicKind = (topic: EmailTopic): SubscriptionKind => ({
  async find(connection, profileId) {
    const wanted = await preferences.findWanted(connection, profileId, topic)
    return wanted === null ? null : { emails: t(emailTopics[topic].label), stopped: !wanted }
  },
  setStopped: (tx, profileId, stopped) => preferences.setWanted(tx, profileId, topic, !stopped),
  isWanted: async (connection, profileId) =>
    (await preferences.findRecipient(connection, profileId, topic)) !== null,
})

const topicKinds = Object.fromEntries(emailTopicNames.map((topic) => [topic, topicKind(topic)]))
