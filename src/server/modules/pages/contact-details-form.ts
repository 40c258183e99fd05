/** The button that shows contact details where scripts do not run: a form to which the page of the ad responds with them. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import type { Author, Kind } from '../../../shared/listing.ts'
import { contactDetails as sentences } from '../../../shared/messages/contact-details.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { errorPage } from '../../platform/http/error-page.ts'
import { acceptForms } from '../../platform/http/form-bodies.ts'

type AdRequest = FastifyRequest<{ Params: { id: string } }>

type Options = {
  dispatch: Dispatch
  viewerOf: ViewerOf
  /** Sends the page of an ad with these contact details, which no cache may keep. */
  sendAd: (
    request: FastifyRequest,
    reply: FastifyReply,
    viewer: Viewer | null,
    author: Author,
  ) => Promise<unknown>
}

/** The form has no fields, so that browsers send nothing, or an empty body of this type. */
const maxFormBytes = 1024

export function mountContactDetailsForm(app: FastifyInstance, { dispatch, viewerOf, sendAd }: Options) {
  const showContactDetails = (kind: Kind) => async (request: AdRequest, reply: FastifyReply) => {
    const viewer = await viewerOf(request, reply)
    const context = { viewer, network: networkOf(request.ip), forgetSession: () => {} }
    const { id } = request.params
    const call = kind === 'service' ? 'showServiceContact' : 'showEventContact'
    try {
      const { author } = await dispatch(call, { params: { id } }, context)
      return await sendAd(request, reply, viewer, author)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
      return sendBudgetSpent(reply, error, kind, id)
    }
  }

  // In a separate scope, so that no other route accepts form bodies.
  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    for (const kind of ['service', 'event'] as const)
      scope.post(publicPaths.listing(kind, ':id'), showContactDetails(kind))
  })
}

function sendBudgetSpent(
  reply: FastifyReply,
  { message, status, retryAfter }: AppError,
  kind: Kind,
  id: string,
) {
  const page = errorPage({
    title: t(sentences.later),
    message,
    links: [
      { label: t('Write a message'), path: publicPaths.messageAuthor(kind, id) },
      { label: t('Back to the ad'), path: publicPaths.listing(kind, id) },
    ],
  })
  return reply
    .code(status)
    .headers({ 'cache-control': 'private, no-store', 'retry-after': String(retryAfter) })
    .type('text/html; charset=utf-8')
    .send(page)
}
