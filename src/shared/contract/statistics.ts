/** What authors learn about their ads. Nobody else does. */
import * as z from 'zod/mini'
import { t } from '../translate.ts'
import type { Rows } from './endpoint.ts'

const count = z.int()
const AdStatisticsSchema = z.object({
  /** The id of the ad. */
  id: z.string(),
  /** How many browsers viewed it, on each day. */
  views: z.array(count),
  /** How many people with an account saved it and still have it. */
  saves: count,
  /** How many messages people wrote about it. */
  messages: count,
  /** How many people asked for its contact details; null where the site does not count that. */
  contacts: z.nullable(count),
})
export type AdStatistics = z.infer<typeof AdStatisticsSchema>

const OwnStatisticsSchema = z.object({
  /** The first and the last of the days, in the time zone of the site. The last one is today. */
  from: z.string(),
  to: z.string(),
  ads: z.array(AdStatisticsSchema),
})
export type OwnStatistics = z.infer<typeof OwnStatisticsSchema>

export const statisticsRows = {
  getOwnStatistics: {
    summary:
      'Counts the views, saves, messages, and contact views of your own ads. Views count each browser once a day.',
    access: 'signed-in',
    query: z.object({
      kind: z.enum(['service', 'event'], { error: () => t('kind must be service or event.') }),
    }),
    reply: OwnStatisticsSchema,
  },
} as const satisfies Rows
