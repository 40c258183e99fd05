/** Messages to the people who look after the site. */
import * as z from 'zod/mini'
import {
  emailAddress,
  isBlank,
  pageNumber,
  textField,
  textParameter,
  uuidField,
  wholeNumber,
} from './fields.ts'
import { maxMessageLength, maxNameLength, maxSearchTextLength } from './limits.ts'

export const ContactMessageInputSchema = z.object({
  name: textField('your name', maxNameLength).check(
    z.refine((text) => !isBlank(text), 'Please enter your name.'),
    // A name stands in the header of a letter.
    z.refine((text) => !/[\r\n]/.test(text), 'Please write your name in one line.'),
  ),
  email: emailAddress,
  message: textField('your message', maxMessageLength).check(
    z.refine((text) => !isBlank(text), 'Please enter your message.'),
  ),
  /** Nobody sees this field, so whoever fills it in is a program. */
  website: z.optional(z.string().check(z.maxLength(500))),
  /** The solution of a puzzle, asked for once an address has sent a few messages. */
  challengeSolution: z.optional(z.string().check(z.maxLength(2_000))),
})
export type ContactMessageInput = z.output<typeof ContactMessageInputSchema>

/** Whether this address must solve a puzzle before its next message, and which. */
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
  /** new: its letter waits; sent and failed: what became of the letter; done: an admin has dealt with it. */
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
  status: z.enum(['new', 'done'], 'status must be done, or new to send the letter again.'),
})
