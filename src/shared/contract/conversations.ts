/** The calls of messages between people, and of what admins see of them. */
import * as z from 'zod/mini'
import { calls } from '../calls.ts'
import * as conversation from '../conversation.ts'
import { ListingIdSchema } from '../listing.ts'
import { ReportSchema } from '../moderation.ts'
import { done, type Rows } from './endpoint.ts'

export const conversationRows = {
  getMessageForm: {
    ...calls.getMessageForm,
    summary: 'Retrieves what the form for a message to the author of a service or event shows.',
    params: ListingIdSchema,
    reply: conversation.MessageFormSchema,
  },
  messageAuthor: {
    ...calls.messageAuthor,
    summary:
      'Sends a message to the author of a service or event. Visitors give a name and an email, and solve a challenge after a few messages.',
    params: ListingIdSchema,
    body: conversation.AuthorMessageSchema,
    reply: conversation.SentMessageSchema,
  },
  listConversations: {
    ...calls.listConversations,
    summary: 'Lists your conversations, the one with the latest message first.',
    access: 'signed-in',
    query: conversation.ConversationsQuerySchema,
    reply: conversation.ConversationPageSchema,
  },
  getConversation: {
    ...calls.getConversation,
    summary: 'Retrieves one of your conversations with its latest messages, or those before a message.',
    access: 'signed-in',
    params: conversation.ConversationIdSchema,
    query: conversation.EarlierMessagesSchema,
    reply: conversation.ConversationSchema,
  },
  reply: {
    ...calls.reply,
    summary: 'Sends a message in one of your conversations.',
    access: 'active',
    params: conversation.ConversationIdSchema,
    body: conversation.ReplySchema,
    reply: conversation.SentMessageSchema,
  },
  changeConversation: {
    ...calls.changeConversation,
    summary: 'Mutes a conversation, which stops its emails, or blocks the other person.',
    access: 'signed-in',
    params: conversation.ConversationIdSchema,
    body: conversation.ConversationChangeSchema,
    reply: done,
  },
  markConversationRead: {
    ...calls.markConversationRead,
    summary: 'Marks all messages of one of your conversations as read.',
    access: 'signed-in',
    params: conversation.ConversationIdSchema,
    reply: done,
  },
  reportConversation: {
    ...calls.reportConversation,
    summary:
      'Reports the other person in one of your conversations. Admins can then read its latest messages.',
    access: 'signed-in',
    params: conversation.ConversationIdSchema,
    body: ReportSchema,
    reply: done,
  },
  getVisitorConversation: {
    ...calls.getVisitorConversation,
    summary:
      'Retrieves the conversation of a visitor who has confirmed it, with the token of a link in an email.',
    body: conversation.ConversationTokenSchema,
    reply: z.nullable(conversation.VisitorConversationSchema),
  },
  confirmVisitorConversation: {
    ...calls.confirmVisitorConversation,
    summary:
      'Confirms that a conversation is one of the owner of a visitor’s address. Further answers are emailed.',
    body: conversation.ConversationTokenSchema,
    reply: conversation.VisitorConversationSchema,
  },
  replyAsVisitor: {
    ...calls.replyAsVisitor,
    summary: 'Sends a message in the conversation of a visitor who has confirmed it.',
    body: conversation.VisitorReplySchema,
    reply: conversation.VisitorConversationSchema,
  },
  stopMessages: {
    ...calls.stopMessages,
    summary: 'Ends a conversation for a visitor, with the token of a link in its emails.',
    body: conversation.ConversationTokenSchema,
    reply: done,
  },
  listHeldMessages: {
    ...calls.listHeldMessages,
    summary: 'Lists texts that someone sent to many authors and that are not delivered yet, oldest first.',
    access: 'admin',
    query: conversation.CasesQuerySchema,
    reply: conversation.HeldMessagePageSchema,
  },
  decideHeldMessage: {
    ...calls.decideHeldMessage,
    summary: 'Delivers or deletes a held message and every other one with the same text by the same sender.',
    access: 'admin',
    params: conversation.HeldMessageIdSchema,
    body: conversation.HeldMessageDecisionSchema,
    reply: done,
  },
  listConversationReports: {
    ...calls.listConversationReports,
    summary: 'Lists reported conversations with their latest messages, oldest report first.',
    access: 'admin',
    query: conversation.CasesQuerySchema,
    reply: conversation.ConversationReportPageSchema,
  },
  closeConversationReport: {
    ...calls.closeConversationReport,
    summary: 'Closes the reports of a conversation.',
    access: 'admin',
    params: conversation.ConversationIdSchema,
    reply: done,
  },
} as const satisfies Rows
