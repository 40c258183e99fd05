/** The emails that the site sends: one function per email. Other modules pass facts; the wording is private to this one. */
import type { EmailTopic } from '../../../shared/email-topics.ts'
import type { Product } from '../../../shared/product.ts'
import type { Connection } from '../../platform/database/database.ts'
import { type EmailContent, renderEmail } from '../../platform/mail/layout.ts'
import {
  createOutboxRow,
  enqueueEmail,
  type OutboxRow,
  type Subscription,
} from '../../platform/mail/outbox.ts'
import { findRecipient, wantsEmail } from './email-preferences.ts'
import * as templates from './email-templates.ts'
import { type ChangedEvent, eventChanged } from './event-change-template.ts'
import { type EventReminder, eventReminder } from './event-reminder.ts'
import * as messages from './message-templates.ts'
import { type ModerationEmail, type ModerationFacts, moderationTemplates } from './moderation-templates.ts'
import * as savedAds from './saved-ad-templates.ts'
import { type ServiceQuestion, serviceQuestion } from './service-question.ts'
import { createUnsubscribeLinks } from './unsubscribe-links.ts'

export type NotificationOptions = { secret: string; product: Product; publicUrl: string }

type Recipient = { email: string; name: string }
type OutgoingContent = {
  to: string
  kind: string
  content: EmailContent
  replyTo?: string
  subscription?: Subscription
}

type SearchAlert = templates.SearchAlert & { profileId: string; searchId: string }

export type { SubscriptionKind } from './subscriptions.ts'

/** An email that people can turn off. */
export type TopicEmail = {
  profileId: string
  topic: EmailTopic
  kind: string
  content: EmailContent
  /** What the email's link stops, if it is less than the topic. */
  subscription?: Subscription
}

export type Notifications = ReturnType<typeof createNotifications>
export type AccountEmails = ReturnType<typeof createAccountEmails>

/** Each function enqueues an email in the caller's transaction. */
export function createNotifications(options: NotificationOptions) {
  const { product } = options
  const createRow = rowFactory(options)
  const unsubscribeLinks = createUnsubscribeLinks(options.secret)
  const enqueue = async (tx: Connection, email: OutgoingContent) => {
    const row = createRow(email)
    await enqueueEmail(tx, row)
    return row.id
  }

  /**
   * Enqueues an email that people can turn off, with a link that does so. The greeting and the address are those of the profile.
   * Returns the id of the email, or null if this person does not want it.
   */
  async function topicEmail(
    tx: Connection,
    { profileId, topic, subscription = { kind: topic, id: profileId }, ...email }: TopicEmail,
  ): Promise<string | null> {
    const recipient = await findRecipient(tx, profileId, topic)
    if (!recipient) return null
    const unsubscribe = unsubscribeLinks.create(subscription)
    const content = { ...email.content, name: recipient.name, unsubscribe }
    return enqueue(tx, { ...email, to: recipient.email, content, subscription })
  }

  return {
    account: createAccountEmails(options),

    /** New ads for a saved search. Its link stops the alerts of this search only. */
    searchAlert(tx: Connection, { profileId, searchId, ...alert }: SearchAlert): Promise<string | null> {
      const subscription = { kind: 'saved-search', id: searchId }
      const content = templates.searchAlert(product, alert)
      return topicEmail(tx, {
        profileId,
        topic: 'saved-searches',
        kind: 'search-alert',
        content,
        subscription,
      })
    },

    /** Returns whether this person gets emails of a topic. */
    wantsEmail,

    topicEmail,

    /** Tells someone who follows an event that it has changed. */
    eventChanged(tx: Connection, profileId: string, event: ChangedEvent) {
      const content = eventChanged(product, event)
      return topicEmail(tx, { profileId, topic: 'event-changes', kind: 'event-changed', content })
    },

    /** The same for a visitor, who can stop all emails about their conversation. */
    eventChangedForVisitor(
      tx: Connection,
      { to, participantId }: { to: string; participantId: string },
      event: ChangedEvent,
    ): Promise<string> {
      const subscription = { kind: 'conversation', id: participantId }
      const unsubscribe = unsubscribeLinks.create(subscription)
      const content = { ...eventChanged(product, event), unsubscribe }
      return enqueue(tx, { to, kind: 'event-changed', content, subscription })
    },

    /** Reminds someone of an event, unless they do not want reminders. */
    eventReminder(tx: Connection, profileId: string, event: EventReminder) {
      const content = eventReminder(product, event)
      return topicEmail(tx, { profileId, topic: 'event-reminders', kind: 'event-reminder', content })
    },

    /** Tells someone what is new about the ads that they saved. */
    savedAdsNews(
      tx: Connection,
      profileId: string,
      news: { news: savedAds.SavedAdNews[]; more: number; link: string },
    ) {
      const content = savedAds.savedAdsNews(product, news)
      return topicEmail(tx, { profileId, topic: 'saved-ads', kind: 'saved-ads-news', content })
    },

    /** Forwards a message to the site's contact address, with replies to its sender. Returns the id of the email. */
    contactMessage: (tx: Connection, message: Recipient & { message: string }): Promise<string> =>
      enqueue(tx, {
        to: product.contactEmail,
        kind: 'contact-message',
        content: templates.contactMessage(product, message),
        replyTo: message.email,
      }),

    /** Forwards a message between people. Returns the id of the email. */
    conversationMessage: (
      tx: Connection,
      { to, replyTo, ...message }: { to: string; replyTo: string } & messages.ForwardedMessage,
    ): Promise<string> => {
      const content = messages.conversationMessage(product, message)
      return enqueue(tx, { to, kind: 'conversation-message', content, replyTo })
    },

    /** Tells a visitor whose address is not confirmed that there is an answer, and nothing of it. */
    answerNotice: (tx: Connection, { to, ...links }: { to: string } & messages.AnswerNotice) =>
      enqueue(tx, { to, kind: 'answer-notice', content: messages.answerNotice(product, links) }),

    /** Tells an author about a new recommendation, unless they do not want to know. */
    recommended(
      tx: Connection,
      { profileId, ...facts }: { profileId: string } & templates.NewRecommendation,
    ) {
      const content = templates.recommended(product, facts)
      return topicEmail(tx, { profileId, topic: 'recommendations', kind: 'recommendation', content })
    },

    /** Tells someone what an admin decided. Replies go to the people who run the site, not to the sending address. */
    moderated<K extends ModerationEmail>(
      tx: Connection,
      kind: K,
      to: string,
      facts: ModerationFacts<K>,
    ): Promise<string> {
      const content = moderationTemplates[kind](product, facts)
      return enqueue(tx, { to, kind, content, replyTo: product.contactEmail })
    },

    /** Asks an author about their services. Returns the id of the email, or null if they do not want it. */
    servicesInQuestion: (
      tx: Connection,
      profileId: string,
      question: ServiceQuestion,
    ): Promise<string | null> => {
      const content = serviceQuestion(product, question)
      return topicEmail(tx, { profileId, topic: 'freshness', kind: 'service-question', content })
    },
  }
}

/**
 * Emails of the identity provider. Each function returns the outbox row for the caller to insert, because better-auth
 * runs its own transactions, which only its adapter can write to.
 */
function createAccountEmails(options: NotificationOptions) {
  const { product } = options
  const createRow = rowFactory(options)
  const signInLink = '/signin'
  const resetLink = '/signin?forgot=1'

  return {
    verifyEmail: ({ email: to, name }: Recipient, link: templates.ExpiringLink): OutboxRow =>
      createRow({ to, kind: 'verify-email', content: templates.verifyEmail(product, { name, ...link }) }),

    resetPassword: ({ email: to, name }: Recipient, link: templates.ExpiringLink): OutboxRow =>
      createRow({ to, kind: 'reset-password', content: templates.resetPassword(product, { name, ...link }) }),

    signInLink: (to: string, link: templates.ExpiringLink): OutboxRow =>
      createRow({ to, kind: 'email-link', content: templates.signInLink(product, link) }),

    alreadyRegistered({ email: to, name }: Recipient): OutboxRow {
      const content = templates.alreadyRegistered(product, { name, signInLink, resetLink })
      return createRow({ to, kind: 'someone-signed-up', content })
    },

    passwordChanged({ email: to, name }: Recipient): OutboxRow {
      const content = templates.passwordChanged(product, { name, resetLink })
      return createRow({ to, kind: 'password-changed', content })
    },

    confirmNewEmail({ email: to, name }: Recipient, link: templates.ExpiringLink): OutboxRow {
      const content = templates.confirmNewEmail(product, { name, ...link })
      return createRow({ to, kind: 'confirm-new-email', content })
    },

    acceptInvitation({ email: to, name }: Recipient, link: templates.ExpiringLink): OutboxRow {
      const content = templates.acceptInvitation(product, { name, ...link })
      return createRow({ to, kind: 'accept-admin-invitation', content })
    },

    adminRightsActive({ email: to, name }: Recipient, passwordRemoved: boolean): OutboxRow {
      const links = { link: '/admin', resetLink }
      const content = templates.adminRightsActive(product, { name, passwordRemoved, ...links })
      return createRow({ to, kind: 'admin-rights-active', content })
    },

    emailChanged({ email: to, name }: Recipient, newEmail: string): OutboxRow {
      const content = templates.emailChanged(product, { name, newEmail })
      return createRow({ to, kind: 'email-changed', content })
    },
  }
}

const rowFactory =
  ({ secret, product, publicUrl }: NotificationOptions) =>
  ({ content, ...email }: OutgoingContent): OutboxRow =>
    createOutboxRow(secret, { ...email, content: renderEmail({ name: product.name, publicUrl }, content) })
