/** The calls about what the site decided about one's ads and account, and the public figures about such decisions. */
import * as z from 'zod/mini'
import { maxAppealLength } from '../limits.ts'
import { kind } from '../moderation.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { requiredText, uuidField } from '../schemas/fields.ts'
import { appealOutcomes, statementKinds } from '../statements.ts'
import { msg, t } from '../translate.ts'
import { messageReply, type Rows } from './endpoint.ts'

export const AppealSchema = z.object({
  text: requiredText(msg('your appeal'), maxAppealLength, {
    error: () => t('Please say why you think the decision is wrong.'),
  }),
})

const StatementSchema = z.object({
  id: z.string(),
  kind: z.enum(statementKinds),
  /** The ad, if it still exists. */
  listing: z.nullable(z.object({ id: z.string(), kind })),
  /** The title of the ad when it was decided; empty for accounts. */
  title: z.string(),
  /** The reason, in the reader's language; empty if there is none. */
  rule: z.string(),
  /** Whether a rule decided, without a person. */
  automatic: z.boolean(),
  created: z.string(),
  /** When it ends by itself; null if it does not. */
  ends: z.nullable(z.string()),
  /** When it ended, for any reason; null while it applies. */
  ended: z.nullable(z.string()),
  /** Until when it can be appealed; null if it cannot. */
  appealUntil: z.nullable(z.string()),
  appeal: z.nullable(
    z.object({
      text: z.string(),
      created: z.string(),
      decided: z.nullable(z.string()),
      outcome: z.nullable(z.enum(appealOutcomes)),
      reason: z.string(),
    }),
  ),
})
export type Statement = z.infer<typeof StatementSchema>

/** A count; from 1 to 4 only that it is fewer than 5, so that nobody can be recognized. */
const FigureSchema = z.union([z.int(), z.literal('<5')])
export type Figure = z.infer<typeof FigureSchema>

const TransparencyMonthSchema = z.object({
  /** Such as `2026-11`. */
  month: z.string(),
  /** When it was counted. The figures of a month change until it is over. */
  counted: z.string(),
  /** What people reported, by reason. */
  notices: z.array(z.object({ reason: z.string(), count: FigureSchema })),
  /** `keep`: nothing was done after notices of an ad. */
  decisions: z.array(
    z.object({
      kind: z.enum([...statementKinds, 'keep']),
      by: z.enum(['rule', 'person']),
      count: FigureSchema,
    }),
  ),
  /** Hours until half of the notices were decided; null with fewer than 5. */
  medianHours: z.nullable(z.number()),
  appeals: z.object({
    received: FigureSchema,
    upheld: FigureSchema,
    reversed: FigureSchema,
    medianHours: z.nullable(z.number()),
  }),
  /** Ads that a rule hid or held, and how many of them were shown after all. */
  automatic: z.object({ hidden: FigureSchema, reversed: FigureSchema }),
  /** Accounts that used the site while signed in. Visitors are not counted. */
  activeAccounts: FigureSchema,
})
export type TransparencyMonth = z.infer<typeof TransparencyMonthSchema>

export const statementRows = {
  listStatements: {
    summary: 'Lists what the site decided about your ads and your account, newest first.',
    access: 'signed-in',
    reply: z.object({ statements: z.array(StatementSchema) }),
  },
  appeal: {
    summary: 'Appeals a decision about your ad or your account, once.',
    access: 'signed-in',
    params: z.object({ id: uuidField({ error: () => t('id must be the id of a decision.') }) }),
    body: AppealSchema,
    reply: messageReply,
    forms: [
      {
        path: `${privatePaths.decisions}/:id`,
        next: ({ id }) => `${withQuery(privatePaths.decisions, { done: id })}#${id}`,
      },
    ],
  },
  getTransparency: {
    summary: 'Retrieves monthly figures about notices, decisions, and appeals, newest month first.',
    reply: z.object({ months: z.array(TransparencyMonthSchema) }),
  },
} as const satisfies Rows
