/** Messages to the people who look after the site. */
import * as z from 'zod/mini'
import { emailAddress, looksEmpty, pageNumber, textParameter, typed, uuid, wholeNumber } from './fields.ts'
import { longestMessage, longestName, longestSearchText } from './limits.ts'

export const MessageSchema = z.object({
  name: typed('your name', longestName).check(
    z.refine((text) => !looksEmpty(text), 'Please enter your name.'),
    // A name stands in the header of a letter.
    z.refine((text) => !/[\r\n]/.test(text), 'Please write your name in one line.'),
  ),
  email: emailAddress,
  message: typed('your message', longestMessage).check(
    z.refine((text) => !looksEmpty(text), 'Please enter your message.'),
  ),
  /** Nobody sees this field, so whoever fills it in is a program. */
  website: z.optional(z.string().check(z.maxLength(500))),
  /** The solution of a puzzle, asked for once an address has sent a few messages. */
  puzzle: z.optional(z.string().check(z.maxLength(2_000))),
})
export type Message = z.output<typeof MessageSchema>

/** Whether this address must solve a puzzle before its next message, and which. */
export const PuzzleSchema = z.nullable(z.record(z.string(), z.unknown()))

const messageStates = ['new', 'sent', 'failed', 'done'] as const
export const MessagesQuerySchema = z.object({
  page: pageNumber,
  limit: z._default(wholeNumber('limit', 1, 200), 50),
  search: z.optional(textParameter('search', longestSearchText)),
  state: z.optional(z.enum(messageStates, `state must be one of ${messageStates.join(', ')}.`)),
})
const StoredMessageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** new: its letter waits; sent and failed: what became of the letter; done: an admin has dealt with it. */
  state: z.enum(messageStates),
  created: z.string(),
})
export type StoredMessage = z.infer<typeof StoredMessageSchema>
export const MessagePageSchema = z.object({
  messages: z.array(StoredMessageSchema),
  total: z.int(),
  totalPages: z.int(),
})
export const MessageIdSchema = z.object({
  id: z.string().check(z.regex(uuid, 'id must be the id of a message.')),
})
export const MessageStateSchema = z.object({
  state: z.enum(['new', 'done'], 'state must be done, or new to send the letter again.'),
})
