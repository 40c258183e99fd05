import { contact as messages } from '../../../shared/messages/conversations.ts'
import { t } from '../../../shared/translate.ts'
import { done, type Handlers } from '../../platform/http/handlers.ts'
import type { ContactService } from './service.ts'

export const contactRoutes = (contact: ContactService) =>
  ({
    sendMessage: async (request) => {
      await contact.send(request, request.body)
      return { success: true as const, message: t(messages.sent) }
    },
    getChallenge: async (request) => (await contact.challenge(request)) as Record<string, unknown> | null,
    listMessages: ({ query }) => contact.list(query),
    setMessageStatus: async (request) => {
      const { status } = request.body
      await contact.setStatus(request, request.params.id, status)
      return { message: status === 'done' ? t('Marked as done.') : t('Sending the email again.') }
    },
    deleteMessage: (request) => done(contact.remove(request, request.params.id), t('Message deleted.')),
  }) satisfies Partial<Handlers>
