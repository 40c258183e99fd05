/** Messages from the contact form. */
import * as z from 'zod/mini'
import { maxMessageLength, maxNameLength, maxSearchTextLength } from './limits.ts'
import {
  emailAddress,
  isBlank,
  pageNumber,
  textField,
  textParameter,
  uuidField,
  wholeNumber,
} from './schemas/fields.ts'

export const ContactMessageInputSchema = z.object({
  name: textField('your name', maxNameLength).check(
    z.refine((text) => !isBlank(text), 'Please enter your name.'),
  ),
  email: emailAddress,
  message: textField('your message', maxMessageLength).check(
    z.refine((text) => !isBlank(text), 'Please enter your message.'),
  ),
  /** A honeypot: people cannot see this field, so only bots fill it in. */
  website: z.optional(z.string().check(z.maxLength(500))),
  /** The solution of the challenge, required once a network has sent a few messages. */
  challengeSolution: z.optional(z.string().check(z.maxLength(2_000))),
})
export type ContactMessageInput = z.output<typeof ContactMessageInputSchema>

/** The challenge to solve before the next message; null if none is required. */
export const ChallengeSchema = z.nullable(z.record(z.string(), z.unknown()))

const messageStatuses = ['new', 'sent', 'failed', 'done'] as const
export const MessagesQuerySchema = z.object({
  page: pageNumber,
  limit: z._default(wholeNumber('limit', 1, 200), 50),
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
export const MessagePageSchema = z.object({
  messages: z.array(ContactMessageSchema),
  total: z.int(),
  totalPages: z.int(),
})
export const MessageIdSchema = z.object({
  id: uuidField('id must be the id of a message.'),
})
export const MessageStatusSchema = z.object({
  status: z.enum(['new', 'done'], 'status must be done, or new to send the email again.'),
})
