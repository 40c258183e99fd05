import { recommendations as sentences } from '../../../shared/messages/recommendations.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { authorTag } from '../../schema/content-changes.ts'
import type { SellerService } from './service.ts'

export const sellerRoutes = ({ recommendations, settings, reports, moderation }: SellerService) =>
  ({
    reportSeller: async (request) => {
      await reports.reportSeller(request, request.params.id, request.body)
      return { message: sentences.sellerReported }
    },
    getSellerSettings: ({ viewer }) => settings.get(viewer),
    changeSellerSettings: ({ viewer, body }) => settings.change(viewer, body),
    listRecommendations: ({ viewer, query, tracker }) => {
      tracker?.addTags([authorTag(query.seller)])
      return recommendations.list(viewer, query)
    },
    getRecommendationForm: ({ viewer, params }) => recommendations.form(viewer, params.id),
    recommendSeller: async (request) => ({
      recommendation: await recommendations.recommend(request, request.params.id, request.body.text),
      message: sentences.sent,
    }),
    getRecommendation: ({ viewer, params }) => recommendations.get(viewer, params.id),
    changeRecommendation: async ({ viewer, params, body }) => {
      await recommendations.change(viewer, params.id, body.text)
      return { message: sentences.changed }
    },
    deleteRecommendation: async ({ viewer, params }) => ({
      seller: await recommendations.delete(viewer, params.id),
      message: sentences.deleted,
    }),
    replyToRecommendation: async ({ viewer, params, body }) => {
      await recommendations.reply(viewer, params.id, body.text)
      return { message: sentences.replied }
    },
    deleteRecommendationReply: async ({ viewer, params }) => {
      await recommendations.deleteReply(viewer, params.id)
      return { message: sentences.replyDeleted }
    },
    reportRecommendation: async (request) => {
      await reports.reportRecommendation(request, request.params.id, request.body)
      return { message: sentences.reported }
    },
    listSellerReports: ({ query }) => moderation.listReports(query),
    decideSellerReport: async (request) => {
      const entry = await moderation.decide(request, request.params.id, request.body)
      const done = { close: 'Report closed.', hide: 'Recommendation hidden.', 'hide-reply': 'Reply hidden.' }
      return { message: done[request.body.decision], entry }
    },
  }) satisfies Partial<Handlers>
