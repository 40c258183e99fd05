import { contact as sentences } from '../../../shared/messages.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Contact } from './service.ts'

export const contactRoutes = (contact: Contact) =>
  ({
    sendMessage: async (request) => {
      await contact.send(request, request.body)
      return { success: true as const, message: sentences.sent }
    },
    getPuzzle: async (request) => (await contact.puzzle(request)) as Record<string, unknown> | null,
    listMessages: ({ query }) => contact.list(query),
    setMessageState: async (request) => {
      const { id } = request.params
      await contact.setState(request, id, request.body.state)
      return {
        message: request.body.state === 'done' ? 'Marked as done.' : 'The letter is on its way again.',
      }
    },
    removeMessage: async (request) => {
      await contact.remove(request, request.params.id)
      return { message: 'The message is deleted.' }
    },
  }) satisfies Partial<Handlers>
