/** The forms of seller pages that work without scripts. Each makes the same call as the script would. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { publicPaths, withQuery } from '../../../shared/paths.ts'
import { reportReasons } from '../../../shared/report-reasons.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { acceptForms, type Fields } from '../../platform/http/form-bodies.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'

const maxFormBytes = 16 * 1024

type Options = { dispatch: Dispatch; viewerOf: ViewerOf; publicUrl: string }
type FormRequest = FastifyRequest<{ Body: Fields | undefined; Params: { id: string } }>

export function mountSellerForms(app: FastifyInstance, { dispatch, viewerOf, publicUrl }: Options) {
  const handle =
    (process: (fields: Fields, context: RequestContext, id: string) => Promise<string>) =>
    async (request: FormRequest, reply: FastifyReply) => {
      const viewer = await viewerOf(request, reply)
      const context = { viewer, network: networkOf(request.ip), forgetSession: () => {} }
      return reply.redirect(publicUrl + (await process(request.body ?? {}, context, request.params.id)), 303)
    }

  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    scope.post(
      publicPaths.reportSeller(':id'),
      handle(async (fields, context, id) => {
        await dispatch('reportSeller', { params: { id }, body: reportOf(fields) }, context)
        return withQuery(publicPaths.reportSeller(id), { done: 'report' })
      }),
    )
    scope.post(
      publicPaths.recommend(':id'),
      handle(async ({ text = '' }, context, id) => {
        const { recommendation } = await dispatch(
          'recommendSeller',
          { params: { id }, body: { text } },
          context,
        )
        return publicPaths.recommendation(recommendation, { done: 'sent' })
      }),
    )
    scope.post(
      publicPaths.recommendation(':id'),
      handle((fields, context, id) => changeRecommendation(dispatch, fields, context, id)),
    )
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
