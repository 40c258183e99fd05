/** The calls of seller pages: settings, recommendations, and reports about people. */
import * as z from 'zod/mini'
import { bySeller, SellerIdSchema } from '../listing.ts'
import { ReportSchema } from '../moderation.ts'
import { publicPaths, withQuery } from '../paths.ts'
import * as recommendation from '../recommendation.ts'
import { totals, uuidField } from '../schemas/fields.ts'
import { t } from '../translate.ts'
import { messageReply, type PlainForm, type Rows, type SubmittedForm } from './endpoint.ts'

const RecommendationIdSchema = z.object({
  id: uuidField({ error: () => t('id must be the id of a recommendation.') }),
})
const SentSchema = z.object({ message: z.string(), recommendation: z.string() })
/** `seller` is the id of the person whom it was about. */
const DeletedSchema = z.object({ message: z.string(), seller: z.string() })

/** The form of a recommendation's page whose button has this action. */
const formOf = (action: string): PlainForm => ({
  path: publicPaths.recommendation(':id'),
  actions: { [action]: {} },
  next: ({ id }) => publicPaths.recommendation(id, { done: action }),
})

export const recommendationRows = {
  reportSeller: {
    summary: 'Reports a seller. A second report by the same person is accepted but not counted.',
    params: SellerIdSchema,
    body: ReportSchema,
    reply: messageReply,
    forms: [
      {
        path: publicPaths.reportSeller(':id'),
        next: ({ id }) => withQuery(publicPaths.reportSeller(id), { done: 'report' }),
      },
    ],
  },
  getSellerSettings: {
    summary: 'Retrieves what you chose for your public page.',
    access: 'signed-in',
    reply: recommendation.SellerSettingsSchema,
  },
  changeSellerSettings: {
    summary:
      'Changes the name in the URL of your public page, and whether the page shows your bio. Earlier names lead to the page.',
    access: 'active',
    body: recommendation.SellerSettingsChangeSchema,
    reply: recommendation.SellerSettingsSchema,
  },
  listRecommendations: {
    summary: 'Lists the recommendations of a seller, newest first.',
    query: bySeller,
    reply: z.object({ recommendations: z.array(recommendation.RecommendationSchema), ...totals }),
  },
  getRecommendationForm: {
    summary: 'Retrieves whether you can recommend a seller, and your recommendation of the last year.',
    access: 'signed-in',
    params: SellerIdSchema,
    reply: recommendation.RecommendationFormSchema,
  },
  recommendSeller: {
    summary:
      'Recommends a seller who answered your message about an ad. You can do so once a year for each seller.',
    access: 'active',
    params: SellerIdSchema,
    body: recommendation.RecommendationTextSchema,
    reply: SentSchema,
    forms: [
      {
        path: publicPaths.recommend(':id'),
        next: ({ reply }: SubmittedForm<z.output<typeof SentSchema>>) =>
          publicPaths.recommendation(reply.recommendation, { done: 'sent' }),
      },
    ],
  },
  getRecommendation: {
    summary: 'Retrieves a recommendation that you wrote or received. Admins can retrieve every one.',
    access: 'signed-in',
    params: RecommendationIdSchema,
    reply: recommendation.OwnRecommendationSchema,
  },
  changeRecommendation: {
    summary: 'Changes a recommendation that you wrote within the last 30 days.',
    access: 'active',
    params: RecommendationIdSchema,
    body: recommendation.RecommendationTextSchema,
    reply: messageReply,
    forms: [formOf('change')],
  },
  deleteRecommendation: {
    summary: 'Deletes a recommendation that you wrote.',
    access: 'signed-in',
    params: RecommendationIdSchema,
    reply: DeletedSchema,
    forms: [
      {
        ...formOf('delete'),
        next: ({ reply }: SubmittedForm<z.output<typeof DeletedSchema>>) =>
          publicPaths.recommend(reply.seller),
      },
    ],
  },
  replyToRecommendation: {
    summary: 'Posts your public reply to a recommendation of you, or changes it within 30 days.',
    access: 'active',
    params: RecommendationIdSchema,
    body: recommendation.RecommendationReplySchema,
    reply: messageReply,
    forms: [formOf('reply')],
  },
  deleteRecommendationReply: {
    summary: 'Deletes your reply to a recommendation of you.',
    access: 'signed-in',
    params: RecommendationIdSchema,
    reply: messageReply,
    forms: [formOf('delete-reply')],
  },
  reportRecommendation: {
    summary:
      'Reports a recommendation of you, or the reply to yours. It stays public until an admin decides.',
    access: 'signed-in',
    params: RecommendationIdSchema,
    body: ReportSchema,
    reply: messageReply,
    forms: [formOf('report')],
  },
} as const satisfies Rows
