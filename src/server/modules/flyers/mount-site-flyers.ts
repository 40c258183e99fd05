/** `GET /flyers/{audience}.pdf`: drawn when somebody first asks, then kept in memory, as a site's settings do not change. */
import type { FastifyInstance } from 'fastify'
import type { Product } from '../../../shared/product.ts'
import type { Draw } from './drawings.ts'
import { type Audience, audiences, drawSiteFlyer } from './site-flyers.ts'

type Parts = { draw: Draw; product: Product; publicUrl: string }

export function mountSiteFlyers(app: FastifyInstance, { draw, ...site }: Parts) {
  const kept = new Map<Audience, Promise<Buffer>>()

  function flyerFor(audience: Audience): Promise<Buffer> {
    let flyer = kept.get(audience)
    if (!flyer) {
      flyer = drawSiteFlyer(draw, site, audience)
      kept.set(audience, flyer)
      flyer.catch(() => kept.delete(audience))
    }
    return flyer
  }

  for (const audience of audiences) {
    app.get(`/flyers/${audience}.pdf`, { compress: false }, async (_request, reply) => {
      const flyer = await flyerFor(audience)
      return reply
        .headers({
          'cache-control': 'public, max-age=3600',
          'content-disposition': `inline; filename="${site.product.slug}-flyer-for-${audience}.pdf"`,
        })
        .type('application/pdf')
        .send(flyer)
    })
  }
}
