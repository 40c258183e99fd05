import { recommendations as sentences } from '../../../shared/messages/recommendations.ts'
import { t } from '../../../shared/translate.ts'
import { done, type Handlers } from '../../platform/http/handlers.ts'
import { authorTag } from '../../schema/content-changes.ts'
import type { SellerService } from './service.ts'

export const sellerRoutes = ({ recommendations, settings, reports }: SellerService) =>
  ({
    reportSeller: (request) =>
      done(reports.reportSeller(request, request.params.id, request.body), t(sentences.sellerReported)),
    getSellerSettings: ({ viewer }) => settings.get(viewer),
    changeSellerSettings: ({ viewer, body }) => settings.change(viewer, body),
    listRecommendations: ({ viewer, query, tracker }) => {
      tracker?.addTags([authorTag(query.seller)])
      return recommendations.list(viewer, query)
    },
    getRecommendationForm: ({ viewer, params }) => recommendations.form(viewer, params.id),
    recommendSeller: async (request) => ({
      recommendation: await recommendations.recommend(request, request.params.id, request.body.text),
      message: t(sentences.sent),
    }),
    getRecommendation: ({ viewer, params }) => recommendations.get(viewer, params.id),
    changeRecommendation: ({ viewer, params, body }) =>
      done(recommendations.change(viewer, params.id, body.text), t(sentences.changed)),
    deleteRecommendation: async ({ viewer, params }) => ({
      seller: await recommendations.delete(viewer, params.id),
      message: t(sentences.deleted),
    }),
    replyToRecommendation: ({ viewer, params, body }) =>
      done(recommendations.reply(viewer, params.id, body.text), t(sentences.replied)),
    deleteRecommendationReply: ({ viewer, params }) =>
      done(recommendations.deleteReply(viewer, params.id), t(sentences.replyDeleted)),
    reportRecommendation: (request) =>
      done(reports.reportRecommendation(request, request.params.id, request.body), t(sentences.reported)),
  }) satisfies Partial<Handlers>
