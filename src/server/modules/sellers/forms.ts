/** The forms of seller pages, where scripts do not run. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { publicPaths, withQuery } from '../../../shared/paths.ts'
import { reportReasons } from '../../../shared/report-reasons.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import type { Fields } from '../../platform/http/form-bodies.ts'
import { type FormOptions, mountForms } from '../../platform/http/form-routes.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'

const maxFormBytes = 16 * 1024

export function mountSellerForms(app: FastifyInstance, options: FormOptions) {
  const { dispatch } = options
  mountForms(app, options, maxFormBytes, {
    [publicPaths.reportSeller(':id')]: async (fields, context, id) => {
      await dispatch('reportSeller', { params: { id }, body: reportOf(fields) }, context)
      return withQuery(publicPaths.reportSeller(id), { done: 'report' })
    },
    [publicPaths.recommend(':id')]: async ({ text = '' }, context, id) => {
      const { recommendation } = await dispatch(
        'recommendSeller',
        { params: { id }, body: { text } },
        context,
      )
      return publicPaths.recommendation(recommendation, { done: 'sent' })
    },
    [publicPaths.recommendation(':id')]: (fields, context, id) =>
      changeRecommendation(dispatch, fields, context, id),
  })
}

const reportOf = ({ reason, note = '' }: Fields) => ({
  reason: reportReasons.find((known) => known === reason),
  note,
})

/** Returns the path of the page that follows. */
async function changeRecommendation(
  dispatch: Dispatch,
  fields: Fields,
  context: RequestContext,
  id: string,
): Promise<string> {
  const { action, text = '' } = fields
  const params = { id }
  switch (action) {
    case 'change':
      await dispatch('changeRecommendation', { params, body: { text } }, context)
      break
    case 'delete': {
      const { seller } = await dispatch('getRecommendation', { params }, context)
      await dispatch('deleteRecommendation', { params }, context)
      return publicPaths.recommend(seller.id)
    }
    case 'reply':
      await dispatch('replyToRecommendation', { params, body: { text } }, context)
      break
    case 'delete-reply':
      await dispatch('deleteRecommendationReply', { params }, context)
      break
    case 'report':
      await dispatch('reportRecommendation', { params, body: reportOf(fields) }, context)
      break
    default:
      throw new AppError('invalid', 'This form is out of date. Please reload the page.')
  }
  return publicPaths.recommendation(id, { done: action })
}
