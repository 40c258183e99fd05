/**
 * Recommendations, and reports about sellers.
 *
 * recommendation — what someone who exchanged messages with an author says about them, without any rating
 * writer         — the person who recommends
 * author         — the person who is recommended; in URLs, the seller
 */
import * as z from 'zod/mini'
import { maxRecommendationLength } from './limits.ts'
import { handleField, handleSentence, requiredText, yesNo } from './schemas/fields.ts'
import { msg, t } from './translate.ts'

export const RecommendationTextSchema = z.object({
  text: requiredText(msg('your recommendation'), maxRecommendationLength, {
    error: () => t('Please write what was good.'),
  }),
})
export const RecommendationReplySchema = z.object({
  text: requiredText(msg('your reply'), maxRecommendationLength, {
    error: () => t('Please write your reply.'),
  }),
})

const person = z.object({
  /** The name that they chose, if any. */
  name: z.nullable(z.string()),
  /** The path of a picture on this site. */
  photo: z.nullable(z.string()),
})

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
  role: z.nullable(z.enum(['writer', 'author'])),
}
export const RecommendationSchema = z.object(recommendationFields)
export type Recommendation = z.infer<typeof RecommendationSchema>

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
  showBio: yesNo('showBio'),
})

/** The form, whose checkbox submits `yes` if it is checked. */
export const SellerSettingsFormSchema = z.object({
  ...SellerSettingsChangeSchema.shape,
  showBio: z.optional(z.string()),
})
