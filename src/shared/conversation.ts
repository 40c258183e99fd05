/** Messages between the author of an ad and the people who ask about it. */

import * as z from 'zod/mini'
import { maxConversationMessageLength, maxMessagePhotos } from './limits.ts'
import { botFields, emailAddress, isBlank, ownName, requiredText, textField } from './schemas/fields.ts'
import { msg, t } from './translate.ts'

/** `author` posted the ad; `sender` wrote the first message. */
const participantRoles = ['author', 'sender'] as const
export type ParticipantRole = (typeof participantRoles)[number]

const missing = { error: () => t('Please enter your message.') }
const text = requiredText(msg('your message'), maxConversationMessageLength, missing)
const tooManyPhotos = {
  error: () => t('A message can have up to {max} photos.', { max: maxMessagePhotos }),
}

/** Of people with an account, who can also send photos, by the addresses of their uploads. */
const content = {
  text: z.optional(textField(msg('your message'), maxConversationMessageLength)),
  photos: z.optional(
    z
      .array(
        z.string({ error: () => t('photos must be addresses of uploaded photos.') }).check(z.maxLength(200)),
      )
      .check(z.maxLength(maxMessagePhotos, tooManyPhotos)),
  ),
}
const hasContent = z.refine<{ text?: string | undefined; photos?: string[] | undefined }>(
  ({ text = '', photos = [] }) => photos.length > 0 || !isBlank(text),
  { path: ['text'], ...missing },
)

/** The form of a visitor, and that of someone signed in. */
export const VisitorMessageSchema = z.object({ text, name: ownName, email: emailAddress, ...botFields })
export const VisitorReplySchema = z.object({ text })
export const ReplySchema = z.object(content).check(hasContent)
/** Only visitors give a name and an email. */
export const AuthorMessageSchema = z
  .object({ ...content, name: z.optional(ownName), email: z.optional(emailAddress), ...botFields })
  .check(hasContent)
export type AuthorMessage = z.output<typeof AuthorMessageSchema>

export const MessageFormSchema = z.object({
  kind: z.enum(['service', 'event']),
  title: z.string(),
  /** The author's name; null if they have not chosen one. */
  recipient: z.nullable(z.string()),
  /** Emails hide the addresses of both. Otherwise, each sees the other's. */
  hidesAddresses: z.boolean(),
  /** The id of the viewer's conversation about this ad, if there is one. */
  conversation: z.nullable(z.string()),
})
export type MessageForm = z.infer<typeof MessageFormSchema>

const summary = {
  id: z.string(),
  /** The ad, until it is deleted for good. */
  listing: z.nullable(
    z.object({ kind: z.enum(['service', 'event']), id: z.string(), isPublic: z.boolean() }),
  ),
  title: z.string(),
  /** The name of the other person; null if they have not chosen one, or deleted their account. */
  with: z.nullable(z.string()),
  /** The other person deleted their account. */
  isLeft: z.boolean(),
  /** The role of the viewer. */
  role: z.enum(participantRoles),
  unread: z.int(),
  muted: z.boolean(),
}
export const ConversationSummarySchema = z.object({
  ...summary,
  /** ISO instant of the latest message. */
  lastMessage: z.string(),
  /** The beginning of the latest message, and how many photos it has. */
  excerpt: z.string(),
  photos: z.int(),
})
export type ConversationSummary = z.infer<typeof ConversationSummarySchema>

const MessageSchema = z.object({
  id: z.string(),
  /** Who wrote it. */
  role: z.enum(participantRoles),
  text: z.string(),
  /** The addresses of the widest version of each, see `message-photo.ts`. */
  photos: z.array(z.string()),
  /** ISO instant. */
  created: z.string(),
  /** Waits for an admin: the other person does not see it yet. */
  held: z.boolean(),
})
export type ConversationMessage = z.infer<typeof MessageSchema>

export const ConversationSchema = z.object({
  ...summary,
  /** The viewer blocked the other person. */
  blocked: z.boolean(),
  /** Why the viewer cannot write, as a sentence; null if they can. */
  closed: z.nullable(z.string()),
  hidesAddresses: z.boolean(),
  /** Oldest first. */
  messages: z.array(MessageSchema),
  hasEarlier: z.boolean(),
})
export type Conversation = z.infer<typeof ConversationSchema>

/** What a visitor sees who opens the link of an email. */
export const VisitorConversationSchema = z.object({
  /** Shown once the visitor confirms that they wrote. */
  conversation: z.nullable(ConversationSchema),
  /** Other conversations with this address that have an answer and are not confirmed, by the tokens of their links. */
  waiting: z.array(z.object({ title: z.string(), token: z.string() })),
})
export type VisitorConversation = z.infer<typeof VisitorConversationSchema>
