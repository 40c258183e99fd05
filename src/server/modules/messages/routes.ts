import { conversations as sentences } from '../../../shared/messages/conversations.ts'
import { t } from '../../../shared/translate.ts'
import { done, type Handlers } from '../../platform/http/handlers.ts'
import type { SendResult } from './send.ts'
import type { MessageService } from './service.ts'

export const messageRoutes = (messages: MessageService) =>
  ({
    getMessageForm: (request) => messages.form(request, request.params.id),
    messageAuthor: async (request) => {
      const { result, conversation } = await messages.start(request, request.params.id, request.body)
      return { message: sentenceOf(result), conversation }
    },
    listConversations: ({ viewer, query }) => messages.list(viewer, query),
    getConversation: ({ viewer, params, query }) => messages.get(viewer, params.id, query.before),
    reply: async (request) => {
      const { id } = request.params
      return { message: sentenceOf(await messages.reply(request, id, request.body)), conversation: id }
    },
    changeConversation: ({ viewer, params, body }) =>
      done(messages.change(viewer, params.id, body), t('Saved.')),
    markConversationRead: ({ viewer, params }) =>
      done(messages.markRead(viewer, params.id), t('Marked as read.')),
    reportConversation: (request) =>
      done(messages.report(request, request.params.id, request.body), t(sentences.reported)),
    getVisitorConversation: ({ body }) => messages.visitors.get(body.token),
    confirmVisitorConversation: ({ body }) => messages.visitors.confirm(body.token),
    replyAsVisitor: ({ network = '', body }) => messages.visitors.reply(network, body.token, body.text),
    stopMessages: ({ body }) => done(messages.stop(body.token), t(sentences.stopped)),
  }) satisfies Partial<Handlers>

/** Reports a duplicate as sent. */
const sentenceOf = (result: SendResult) => (result === 'held' ? t(sentences.held) : t(sentences.sent))
