/** The calls about emails that people can turn off. */
import * as z from 'zod/mini'
import * as subscription from '../email-subscription.ts'
import { emailTopicNames } from '../email-topics.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { done, type Rows } from './endpoint.ts'

const accountPath = `${privatePaths.profile}/account`

export const emailSubscriptionRows = {
  getWantedEmails: {
    summary: 'Lists the topics of the emails that you want.',
    access: 'signed-in',
    reply: subscription.WantedEmailsSchema,
  },
  setWantedEmails: {
    summary: 'Chooses the topics of the emails that you want, and turns off all others.',
    access: 'signed-in',
    body: subscription.WantedEmailsSchema,
    reply: done,
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
    body: subscription.SubscriptionTokenSchema,
    reply: z.nullable(subscription.EmailSubscriptionSchema),
  },
  changeEmailSubscription: {
    summary: 'Stops emails, or starts them again, with the token of an unsubscribe link.',
    body: subscription.SubscriptionChangeSchema,
    reply: done,
  },
} as const satisfies Rows
