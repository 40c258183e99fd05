/** The calls of the contact form, and of its messages in the dashboard. */
import * as z from 'zod/mini'
import * as contact from '../contact.ts'
import { done, type Rows } from './endpoint.ts'

export const contactRows = {
  sendMessage: {
    summary: 'Sends a message to the site’s admins.',
    body: contact.ContactMessageInputSchema,
    reply: z.object({ success: z.literal(true), message: z.string() }),
  },
  listMessages: {
    summary: 'Lists messages from the contact form, newest first.',
    access: 'admin',
    query: contact.MessagesQuerySchema,
    reply: contact.MessagePageSchema,
  },
  setMessageStatus: {
    summary: 'Marks a message as done, or sends its email again.',
    access: 'admin',
    params: contact.MessageIdSchema,
    body: contact.MessageStatusSchema,
    reply: done,
  },
  deleteMessage: {
    summary: 'Deletes a message that is done, with everything its sender entered.',
    access: 'admin',
    params: contact.MessageIdSchema,
    reply: done,
  },
  getChallenge: {
    summary:
      'Retrieves the proof-of-work challenge that the next message must solve, or null if none is required.',
    reply: contact.ChallengeSchema,
  },
} as const satisfies Rows
