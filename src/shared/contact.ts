/** Messages from the contact form. */
import * as z from 'zod/mini'
import { maxMessageLength, maxSearchTextLength } from './limits.ts'
import {
  botFields,
  emailAddress,
  ownName,
  pageLimit,
  pageNumber,
  requiredText,
  textParameter,
  totals,
  uuidField,
} from './schemas/fields.ts'

export const ContactMessageInputSchema = z.object({
  name: ownName,
  email: emailAddress,
  message: requiredText('your message', maxMessageLength, 'Please enter your message.'),
  ...botFields,
})
export type ContactMessageInput = z.output<typeof ContactMessageInputSchema>

/** The challenge to solve before the next message; null if none is required. */
export const ChallengeSchema = z.nullable(z.record(z.string(), z.unknown()))

const messageStatuses = ['new', 'sent', 'failed', 'done'] as const
export const MessagesQuerySchema = z.object({
  page: pageNumber,
  limit: pageLimit(50, 200),
  search: z.optional(textParameter('search', maxSearchTextLength)),
  status: z.optional(z.enum(messageStatuses, `status must be one of ${messageStatuses.join(', ')}.`)),
})
const ContactMessageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** new: its email is queued; sent or failed: the result of its email; done: an admin has dealt with it. */
  status: z.enum(messageStatuses),
  created: z.string(),
})
export type ContactMessage = z.infer<typeof ContactMessageSchema>
export const MessagePageSchema = z.object({ messages: z.array(ContactMessageSchema), ...totals })
export const MessageIdSchema = z.object({ id: uuidField('id must be the id of a message.') })
export const MessageStatusSchema = z.object({
  status: z.enum(['new', 'done'], 'status must be done, or new to send the email again.'),
})
