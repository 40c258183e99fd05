/** `GET` of a listing's page followed by `/flyer.pdf`: for its author, drawn anew each time. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../shared/errors.ts'
import { type Kind, ListingIdSchema } from '../../../shared/listing.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { routeRateLimit } from '../../platform/http/ip-rate-limit.ts'
import type { ListingFlyers } from './listing-flyer.ts'

const flyersAMinute = 20

type Parts = { flyers: ListingFlyers; viewerOf: ViewerOf; rateLimit: number | null }

export function mountListingFlyers(app: FastifyInstance, { flyers, viewerOf, rateLimit }: Parts) {
  const limited = {
    compress: false as const,
    config: routeRateLimit(flyersAMinute, rateLimit),
  }
  for (const kind of ['service', 'event'] as const) {
    app.get<{ Params: { id: string } }>(publicPaths.listingFlyer(kind, ':id'), limited, (request, reply) =>
      answer(kind, request.params.id, request, reply),
    )
  }

  async function answer(kind: Kind, asked: string, request: FastifyRequest, reply: FastifyReply) {
    const { success, data } = ListingIdSchema.safeParse({ id: asked })
    if (!success) throw notFound(kind)
    const { id } = data
    const page = publicPaths.listing(kind, id)
    reply.header('cache-control', 'private, no-store')
    const viewer = await viewerOf(request, reply)
    // To the page of the listing, where the flyer can be asked for once more: signing in opens pages, not files.
    if (!viewer) return reply.redirect(`/signin?to=${encodeURIComponent(page)}`)
    const flyer = await flyers.draw(viewer, kind, id, page)
    return reply
      .header('content-disposition', `inline; filename="flyer-${id}.pdf"`)
      .type('application/pdf')
      .send(flyer)
  }
}
