/** The calls of the contact form, and of its messages in the dashboard. */
import * as z from 'zod/mini'
import { ContactMessageInputSchema, ContactMessageSchema, messageStatuses } from '../contact.ts'
import { maxSearchTextLength } from '../limits.ts'
import { oneOf, pageLimit, pageNumber, textParameter, totals, uuidField } from '../schemas/fields.ts'
import { t } from '../translate.ts'
import { messageReply, type Rows } from './endpoint.ts'

const messageId = z.object({ id: uuidField({ error: () => t('id must be the id of a message.') }) })

export const contactRows = {
  sendMessage: {
    summary: 'Sends a message to the site’s admins.',
    body: ContactMessageInputSchema,
    reply: z.object({ success: z.literal(true), message: z.string() }),
  },
  listMessages: {
    summary: 'Lists messages from the contact form, newest first.',
    access: 'admin',
    query: z.object({
      page: pageNumber,
      limit: pageLimit(50, 200),
      search: z.optional(textParameter('search', maxSearchTextLength)),
      status: z.optional(oneOf('status', messageStatuses)),
    }),
    reply: z.object({ messages: z.array(ContactMessageSchema), ...totals }),
  },
  setMessageStatus: {
    summary: 'Marks a message as done, or sends its email again.',
    access: 'admin',
    params: messageId,
    body: z.object({
      status: z.enum(['new', 'done'], {
        error: () => t('status must be done, or new to send the email again.'),
      }),
    }),
    reply: messageReply,
  },
  deleteMessage: {
    summary: 'Deletes a message that is done, with everything its sender entered.',
    access: 'admin',
    params: messageId,
    reply: messageReply,
  },
  getChallenge: {
    summary:
      'Retrieves the proof-of-work challenge that the next message must solve, or null if none is required.',
    reply: z.nullable(z.record(z.string(), z.unknown())),
  },
} as const satisfies Rows
