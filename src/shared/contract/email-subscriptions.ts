/** The emails that people want, and the links that stop them. */
import * as z from 'zod/mini'
import { emailTopicNames } from '../email-topics.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { yesNo } from '../schemas/fields.ts'
import { t } from '../translate.ts'
import { messageReply, type Rows } from './endpoint.ts'

const topic = z.enum(emailTopicNames, {
  error: () => t('Each topic must be one of {values}.', { values: emailTopicNames.join(', ') }),
})

/** Every topic that is not listed is turned off. */
const WantedEmailsSchema = z.object({
  wanted: z.array(topic, { error: () => t('wanted must be a list of topics.') }).check(z.maxLength(50)),
})

const incompleteLink = { error: () => t('This link is incomplete. Please open it from the email again.') }
const token = z.string(incompleteLink).check(z.maxLength(200, incompleteLink))

const EmailSubscriptionSchema = z.object({
  /** Such as `Changed events`; null if what the emails were about no longer exists. */
  emails: z.nullable(z.string()),
  stopped: z.boolean(),
})
export type EmailSubscription = z.infer<typeof EmailSubscriptionSchema>

const accountPath = `${privatePaths.profile}/account`

export const emailSubscriptionRows = {
  getWantedEmails: {
    summary: 'Lists the topics of the emails that you want.',
    access: 'signed-in',
    reply: WantedEmailsSchema,
  },
  setWantedEmails: {
    summary: 'Chooses the topics of the emails that you want, and turns off all others.',
    access: 'signed-in',
    body: WantedEmailsSchema,
    reply: messageReply,
    forms: [
      {
        path: accountPath,
        toBody: (fields) => ({ wanted: emailTopicNames.filter((topic) => fields[topic] === 'yes') }),
        next: () => `${withQuery(accountPath, { done: 'emails' })}#emails`,
      },
    ],
  },
  getEmailSubscription: {
    summary:
      'Retrieves which emails the token of an unsubscribe link stops, or null for an unknown token. Changes nothing.',
    body: z.object({ token }),
    reply: z.nullable(EmailSubscriptionSchema),
  },
  changeEmailSubscription: {
    summary: 'Stops emails, or starts them again, with the token of an unsubscribe link.',
    body: z.object({ token, stopped: yesNo('stopped') }),
    reply: messageReply,
  },
} as const satisfies Rows
