import { contact as sentences } from '../../../shared/messages/pages.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Contact } from './service.ts'

export const contactRoutes = (contact: Contact) =>
  ({
    sendMessage: async (request) => {
      await contact.send(request, request.body)
      return { success: true as const, message: sentences.sent }
    },
    getChallenge: async (request) => (await contact.challenge(request)) as Record<string, unknown> | null,
    listMessages: ({ query }) => contact.list(query),
    setMessageStatus: async (request) => {
      const { id } = request.params
      await contact.setStatus(request, id, request.body.status)
      return {
        message: request.body.status === 'done' ? 'Marked as done.' : 'The letter is on its way again.',
      }
    },
    deleteMessage: async (request) => {
      await contact.remove(request, request.params.id)
      return { message: 'The message is deleted.' }
    },
  }) satisfies Partial<Handlers>
