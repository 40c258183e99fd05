/** The emails that the site sends. Other modules pass facts; the wording is private to this one. */

import { sql } from 'kysely'
import type { EmailTopic } from '../../../shared/email-topics.ts'
import { isOffered } from '../../../shared/offered-kinds.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Connection } from '../../platform/database/database.ts'
import { inLanguage, siteLanguages } from '../../platform/language/reader-language.ts'
import { type EmailContent, renderEmail } from '../../platform/mail/layout.ts'
import {
  createOutboxRow,
  enqueueEmail,
  type OutboxRow,
  type Subscription,
} from '../../platform/mail/outbox.ts'
import { senderOf } from '../look/service.ts'
import type { Texts } from '../texts/service.ts'
import { type AccountEmail, type AccountFacts, accountTemplates } from './account-templates.ts'
import { claimDue, findRecipient, listDue, listWantedTopics, setWanted } from './email-preferences.ts'
import type { SiteInfo } from './email-text.ts'
import { type ChangedEvent, eventChanged } from './event-change-template.ts'
import * as messages from './message-templates.ts'
import { type ModerationEmail, type ModerationFacts, moderationTemplates } from './moderation-templates.ts'
import { kindOf, type TopicEmail, type TopicFacts, topicOf, topicTemplates } from './topic-templates.ts'
import { createUnsubscribeLinks } from './unsubscribe-links.ts'

export type NotificationOptions = {
  secret: string
  settings: CurrentSettings
  publicUrl: string
  /** The texts of emails; the site's own without them. */
  texts?: Pick<Texts, 'writeEmail'>
}

/** Without a language, an email is in that of the request. */
export type Recipient = { email: string; language?: string | null | undefined }

type OutgoingContent = {
  to: string
  /** That of a visitor; people with an account have one there. */
  language?: string | null
  kind: string
  /** Writes the email, in the language of its recipient. */
  content: () => EmailContent
  replyTo?: string
  subscription?: Subscription
}

/** `language` is that of a visitor. */
type Participant = { to: string; language: string | null }

export type { SubscriptionKind } from './subscriptions.ts'
export type { TopicFacts } from './topic-templates.ts'

/** Returns whether this person gets emails of a topic. */
export const wantsEmail = async (tx: Connection, profileId: string, topic: EmailTopic): Promise<boolean> =>
  (await findRecipient(tx, profileId, topic)) !== null

/** Returns whether an account has chosen to get emails of a topic. */
export const hasChosenEmail = async (connection: Connection, accountId: string, topic: EmailTopic) =>
  (await listWantedTopics(connection, { accountId, role: null })).includes(topic)

/** Turns emails of a topic on or off. */
export const chooseEmail: typeof setWanted = setWanted

/** Whose daily or weekly emails are due. */
export const dueEmails = { list: listDue, claim: claimDue }

export type Notifications = ReturnType<typeof createNotifications>
export type AccountEmails = Notifications['account']

/** Each function enqueues an email in the caller's transaction, and most return its id. */
export function createNotifications({ secret, settings, publicUrl, texts }: NotificationOptions) {
  const site = (): SiteInfo => ({ ...settings(), ...(texts && { writeEmail: texts.writeEmail }) })
  const unsubscribeLinks = createUnsubscribeLinks(secret)
  const createRow = ({ content, ...email }: Omit<OutgoingContent, 'language'>): OutboxRow =>
    createOutboxRow(secret, { ...email, content: renderEmail(senderOf(settings(), publicUrl), content()) })
  const enqueue = async (tx: Connection, { language, ...email }: OutgoingContent) => {
    const row = inLanguage(await languageOfRecipient(tx, email.to, language), () => createRow(email))
    await enqueueEmail(tx, row)
    return row.id
  }

  return {
    /**
     * Returns the outbox row of an email about an account, for the caller to insert: better-auth runs its own transactions, which
     * only its adapter can write to.
     */
    account: {
      write: <K extends AccountEmail>(kind: K, to: Recipient, facts: AccountFacts<K>): OutboxRow =>
        inLanguage(to.language ?? null, () =>
          createRow({ to: to.email, kind, content: () => accountTemplates[kind](site(), facts) }),
        ),
    },

    /**
     * Enqueues an email that people can turn off, with a link that stops its topic, or only `subscription`. The greeting and the
     * address are those of the profile. Facts that contain formatted texts are a function, which is called in the recipient's
     * language. Returns the id of the email, or null if this person does not want it.
     */
    async topicEmail<K extends TopicEmail>(
      tx: Connection,
      profileId: string,
      kind: K,
      facts: TopicFacts<K> | (() => TopicFacts<K>),
      subscription: Subscription = { kind: topicOf[kind], id: profileId },
    ): Promise<string | null> {
      const about = kindOf[kind]
      if (about && !isOffered(settings(), about)) return null
      const recipient = await findRecipient(tx, profileId, topicOf[kind])
      if (!recipient) return null
      const content = () => ({
        ...topicTemplates[kind](site(), typeof facts === 'function' ? facts() : facts),
        name: recipient.name,
        unsubscribe: unsubscribeLinks.create(subscription),
      })
      return enqueue(tx, { to: recipient.email, kind, content, subscription })
    },

    /** Tells a visitor who asked about an event that it has changed. They can stop all emails about their conversation. */
    eventChangedForVisitor(
      tx: Connection,
      { to, participantId, language }: { to: string; participantId: string; language: string | null },
      event: ChangedEvent,
    ): Promise<string> {
      const subscription = { kind: 'conversation', id: participantId }
      const unsubscribe = unsubscribeLinks.create(subscription)
      const content = () => ({ ...eventChanged(site(), event), unsubscribe })
      return enqueue(tx, { to, language, kind: 'event-changed', content, subscription })
    },

    /** Forwards a message to the site's contact address, with replies to its sender. */
    contactMessage: (tx: Connection, message: messages.ContactFacts): Promise<string> =>
      enqueue(tx, {
        to: settings().contactEmail,
        kind: 'contact-message',
        content: () => messages.contactMessage(site(), message),
        replyTo: message.email,
      }),

    conversationMessage: (
      tx: Connection,
      { to, language, replyTo, ...message }: Participant & { replyTo: string } & messages.ForwardedMessage,
    ): Promise<string> => {
      const content = () => messages.conversationMessage(site(), message)
      return enqueue(tx, { to, language, kind: 'conversation-message', content, replyTo })
    },

    /** Tells a visitor whose address is not confirmed that there is an answer, and nothing of it. */
    answerNotice: (tx: Connection, { to, language, ...links }: Participant & messages.AnswerNotice) =>
      enqueue(tx, {
        to,
        language,
        kind: 'answer-notice',
        content: () => messages.answerNotice(site(), links),
      }),

    /** Tells someone what an admin decided. Replies go to the people who run the site, not to the sending address. */
    moderated<K extends ModerationEmail>(
      tx: Connection,
      kind: K,
      to: string,
      facts: ModerationFacts<K>,
    ): Promise<string> {
      const content = () => moderationTemplates[kind](site(), facts)
      return enqueue(tx, { to, kind, content, replyTo: settings().contactEmail })
    },
  }
}

/**
 * Returns the language of a visitor, or of the account with this address; the site's first for others, not that of who causes the
 * email.
 */
async function languageOfRecipient(
  tx: Connection,
  email: string,
  ofVisitor: string | null = null,
): Promise<string | null> {
  const [first = null, ...others] = siteLanguages()
  if (others.length === 0) return first
  const { rows } = await sql<{ language: string | null }>`
    select coalesce(${ofVisitor}, (select language from account where email = ${email.toLowerCase()})) as language`.execute(
    tx,
  )
  return siteLanguages().find((language) => language === rows[0]?.language) ?? first
}
