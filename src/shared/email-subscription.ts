/** The emails that people want, and the links that stop them. */
import * as z from 'zod/mini'
import { type EmailTopic, emailTopicNames } from './email-topics.ts'

const EmailTopicSchema = z.enum(emailTopicNames as [EmailTopic, ...EmailTopic[]], {
  error: `Each topic must be one of ${emailTopicNames.join(', ')}.`,
})

/** Every topic that is not listed is turned off. */
export const WantedEmailsSchema = z.object({
  wanted: z.array(EmailTopicSchema, 'wanted must be a list of topics.').check(z.maxLength(50)),
})

const incompleteLink = 'This link is incomplete. Please open it from the email again.'
const token = z.string(incompleteLink).check(z.maxLength(200, incompleteLink))

export const SubscriptionTokenSchema = z.object({ token })
export const SubscriptionChangeSchema = z.object({
  token,
  stopped: z.boolean('stopped must be true or false.'),
})

export const EmailSubscriptionSchema = z.object({
  /** Such as `Changed events`; null if what the emails were about no longer exists. */
  emails: z.nullable(z.string()),
  stopped: z.boolean(),
})
export type EmailSubscription = z.infer<typeof EmailSubscriptionSchema>
