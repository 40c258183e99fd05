/**
 * Recommendations, and reports about sellers.
 *
 * recommendation — what someone who exchanged messages with an author says about them, without any rating
 * writer         — the person who recommends
 * author         — the person who is recommended; in URLs, the seller
 */
import * as z from 'zod/mini'
import { handleField, handleSentence } from './handle.ts'
import { maxReasonLength, maxRecommendationLength } from './limits.ts'
import { reportReasons } from './report-reasons.ts'
import { idOf, PageQuerySchema, requiredText, textField, totals, uuidField } from './schemas/fields.ts'

export const RecommendationTextSchema = z.object({
  text: requiredText('your recommendation', maxRecommendationLength, 'Please write what was good.'),
})
export const RecommendationReplySchema = z.object({
  text: requiredText('your reply', maxRecommendationLength, 'Please write your reply.'),
})
export const RecommendationIdSchema = z.object({ id: uuidField('id must be the id of a recommendation.') })

const person = z.object({
  /** Null if they have not chosen a name. */
  name: z.nullable(z.string()),
  /** The path of a picture on this site. */
  photo: z.nullable(z.string()),
})
const roles = ['writer', 'author'] as const

const recommendationFields = {
  id: z.string(),
  text: z.string(),
  /** ISO instant. */
  created: z.string(),
  edited: z.boolean(),
  writer: person,
  /** The author's reply; null if there is none, or if a moderator hid it. */
  reply: z.nullable(z.object({ text: z.string(), created: z.string() })),
  /** What the viewer is to it; null for everyone else. */
  role: z.nullable(z.enum(roles)),
}
const RecommendationSchema = z.object(recommendationFields)
export type Recommendation = z.infer<typeof RecommendationSchema>

export const RecommendationsQuerySchema = z.object({
  seller: idOf('a seller', 'seller'),
  ...PageQuerySchema.shape,
})
/** Newest first. */
export const RecommendationPageSchema = z.object({
  recommendations: z.array(RecommendationSchema),
  ...totals,
})

const seller = z.object({ id: z.string(), handle: z.nullable(z.string()), name: z.nullable(z.string()) })

/** One recommendation as its writer, its author, or an admin sees it. */
export const OwnRecommendationSchema = z.object({
  ...recommendationFields,
  seller,
  /** Until when the writer can change it, as an ISO instant; null if it is too late. */
  editableUntil: z.nullable(z.string()),
  /** A moderator hid it, or the reply. */
  hidden: z.boolean(),
  replyHidden: z.boolean(),
  /** Whether the author can post a reply now, or change it. */
  canReply: z.boolean(),
})
export type OwnRecommendation = z.infer<typeof OwnRecommendationSchema>

/** What the page for recommending someone shows. */
export const RecommendationFormSchema = z.object({
  seller,
  /** The id of the viewer's recommendation of the last year, if there is one. */
  own: z.nullable(z.string()),
  /** Why the viewer cannot recommend this seller now, as a sentence; null if they can. */
  refusal: z.nullable(z.string()),
})
export type RecommendationForm = z.infer<typeof RecommendationFormSchema>

export const SentRecommendationSchema = z.object({ message: z.string(), recommendation: z.string() })
/** `seller` is the id of the person whom it was about. */
export const DeletedRecommendationSchema = z.object({ message: z.string(), seller: z.string() })

/** What people choose for their page. */
export const SellerSettingsSchema = z.object({
  /** The id of the page; the handle stands for it in the URL. */
  id: z.string(),
  handle: z.nullable(z.string()),
  showBio: z.boolean(),
})
export type SellerSettings = z.infer<typeof SellerSettingsSchema>
export const SellerSettingsChangeSchema = z.object({
  /** Empty for no handle. */
  handle: z.union([z.literal(''), handleField], handleSentence),
  showBio: z.boolean('showBio must be true or false.'),
})

/** The form, whose checkbox submits `yes` if it is checked. */
export const SellerSettingsFormSchema = z.object({
  ...SellerSettingsChangeSchema.shape,
  showBio: z.optional(z.string()),
})

const SellerReportSchema = z.object({
  id: z.string(),
  seller: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  /** Null for a visitor. */
  reporter: z.nullable(z.object({ name: z.string(), email: z.string() })),
  reason: z.enum(reportReasons),
  note: z.string(),
  created: z.string(),
  /** Null if the report is about the seller. */
  recommendation: z.nullable(
    z.object({
      text: z.string(),
      reply: z.string(),
      writer: z.object({ name: z.string(), email: z.string() }),
      hidden: z.boolean(),
      replyHidden: z.boolean(),
    }),
  ),
})
export type SellerReport = z.infer<typeof SellerReportSchema>
export const SellerReportPageSchema = z.object({ reports: z.array(SellerReportSchema), ...totals })
export const SellerReportIdSchema = z.object({ id: uuidField('id must be the id of a report.') })
const sellerReportDecisions = ['close', 'hide', 'hide-reply'] as const
export type SellerReportDecision = (typeof sellerReportDecisions)[number]
const reason = textField('a reason', maxReasonLength)
/** The form of the reason. */
export const SellerReportReasonSchema = z.object({ reason })
export const SellerReportDecisionSchema = z.object({
  decision: z.enum(sellerReportDecisions, 'decision must be close, hide, or hide-reply.'),
  reason: z._default(reason, ''),
})
/** `entry` is the audit entry that can be undone; null for a report that was only closed. */
export const SellerReportResultSchema = z.object({ message: z.string(), entry: z.nullable(z.int()) })
