/** The calls of messages between people, and of what admins see of them. */
import * as z from 'zod/mini'
import * as conversation from '../conversation.ts'
import { type Kind, ListingIdSchema } from '../listing.ts'
import { ReportSchema } from '../moderation.ts'
import { privatePaths, publicPaths, withQuery } from '../paths.ts'
import { LinkTokenSchema, linkToken, PageQuerySchema, totals, uuidField, yesNo } from '../schemas/fields.ts'
import { t } from '../translate.ts'
import { messageReply, type PlainForm, type Rows, type SubmittedForm } from './endpoint.ts'

const ConversationIdSchema = z.object({
  id: uuidField({ error: () => t('id must be the id of a conversation.') }),
})

const SentMessageSchema = z.object({
  message: z.string(),
  /** The id of the conversation; null for a visitor. */
  conversation: z.nullable(z.string()),
})

const authorForm = (kind: Kind): PlainForm => ({
  path: publicPaths.messageAuthor(kind, ':id'),
  withPhotos: true,
  next: ({ id, reply }: SubmittedForm<z.output<typeof SentMessageSchema>>) =>
    reply.conversation === null
      ? withQuery(publicPaths.messageAuthor(kind, id), { done: 'sent' })
      : publicPaths.conversation(reply.conversation, { done: 'sent' }),
})

/** A form on the page of a conversation, which then says what was done. */
const pageForm = (actions?: PlainForm['actions']): PlainForm => ({
  path: `${privatePaths.messages}/:id`,
  ...(actions && { actions }),
  next: ({ id, fields }) => publicPaths.conversation(id, { done: fields.action ?? 'sent' }),
})

const visitorForm = (done: string, actions?: PlainForm['actions']): PlainForm => ({
  path: publicPaths.visitorConversation(),
  ...(actions && { actions }),
  next: ({ fields: { token } }) => publicPaths.visitorConversation({ token, done }),
})

export const conversationRows = {
  getMessageForm: {
    summary: 'Retrieves what the form for a message to the author of a service or event shows.',
    params: ListingIdSchema,
    reply: conversation.MessageFormSchema,
  },
  messageAuthor: {
    summary:
      'Sends a message, with up to 4 photos of your uploads, to the author of a service or event. Visitors send no photos, give a name and an email, and solve a challenge after a few messages.',
    params: ListingIdSchema,
    body: conversation.AuthorMessageSchema,
    reply: SentMessageSchema,
    forms: [authorForm('service'), authorForm('event')],
  },
  listConversations: {
    summary: 'Lists your conversations, the one with the latest message first.',
    access: 'signed-in',
    query: PageQuerySchema,
    reply: z.object({ conversations: z.array(conversation.ConversationSummarySchema), ...totals }),
  },
  getConversation: {
    summary: 'Retrieves one of your conversations with its latest messages, or those before a message.',
    access: 'signed-in',
    params: ConversationIdSchema,
    query: z.object({
      before: z.optional(uuidField({ error: () => t('before must be the id of a message.') })),
    }),
    reply: conversation.ConversationSchema,
  },
  reply: {
    summary: 'Sends a message in one of your conversations: a text, up to 4 photos of your uploads, or both.',
    access: 'active',
    params: ConversationIdSchema,
    body: conversation.ReplySchema,
    reply: SentMessageSchema,
    forms: [{ ...pageForm(), withPhotos: true }],
  },
  changeConversation: {
    summary: 'Mutes a conversation, which stops its emails, or blocks the other person.',
    access: 'signed-in',
    params: ConversationIdSchema,
    body: z.object({
      muted: z.optional(yesNo('muted')),
      blocked: z.optional(yesNo('blocked')),
    }),
    reply: messageReply,
    forms: [
      pageForm({
        mute: { muted: true },
        unmute: { muted: false },
        block: { blocked: true },
        unblock: { blocked: false },
      }),
    ],
  },
  markConversationRead: {
    summary: 'Marks all messages of one of your conversations as read.',
    access: 'signed-in',
    params: ConversationIdSchema,
    reply: messageReply,
  },
  reportConversation: {
    summary:
      'Reports the other person in one of your conversations. Admins can then read its latest messages.',
    access: 'signed-in',
    params: ConversationIdSchema,
    body: ReportSchema,
    reply: messageReply,
    forms: [pageForm({ report: {} })],
  },
  getVisitorConversation: {
    summary:
      'Retrieves the conversation of a visitor who has confirmed it, with the token of a link in an email.',
    body: LinkTokenSchema,
    reply: z.nullable(conversation.VisitorConversationSchema),
  },
  confirmVisitorConversation: {
    summary:
      'Confirms that a conversation is one of the owner of a visitor’s address. Further answers are emailed.',
    body: LinkTokenSchema,
    reply: conversation.VisitorConversationSchema,
    forms: [visitorForm('confirm', { confirm: {} })],
  },
  replyAsVisitor: {
    summary: 'Sends a message in the conversation of a visitor who has confirmed it.',
    body: z.object({ token: linkToken, ...conversation.VisitorReplySchema.shape }),
    reply: conversation.VisitorConversationSchema,
    forms: [visitorForm('sent')],
  },
  stopMessages: {
    summary: 'Ends a conversation for a visitor, with the token of a link in its emails.',
    body: LinkTokenSchema,
    reply: messageReply,
    forms: [{ path: publicPaths.stopMessages(), next: () => publicPaths.stopMessages({ done: 'stopped' }) }],
  },
} as const satisfies Rows
