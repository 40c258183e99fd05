/** Messages from the contact form. */

import * as z from 'zod/mini'
import { maxMessageLength } from './limits.ts'
import { botFields, emailAddress, ownName, requiredText } from './schemas/fields.ts'
import { msg, t } from './translate.ts'

export const ContactMessageInputSchema = z.object({
  name: ownName,
  email: emailAddress,
  message: requiredText(msg('your message'), maxMessageLength, {
    error: () => t('Please enter your message.'),
  }),
  ...botFields,
})
export type ContactMessageInput = z.output<typeof ContactMessageInputSchema>

export const messageStatuses = ['new', 'sent', 'failed', 'done'] as const
export const ContactMessageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** new: its email is queued; sent or failed: the result of its email; done: an admin has dealt with it. */
  status: z.enum(messageStatuses),
  created: z.string(),
})
export type ContactMessage = z.infer<typeof ContactMessageSchema>
