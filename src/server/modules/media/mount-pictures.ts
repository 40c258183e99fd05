/** `GET /pictures/*`: the files of uploaded pictures, for whoever may see a listing that they belong to. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../shared/errors.ts'
import { type PictureUrlParts, parsePictureUrl, picturesPath } from '../../../shared/picture.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { isNotModified } from '../../platform/http/etag.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { Viewing } from './serve.ts'

type Parts = { viewing: Viewing; viewerOf: ViewerOf }

export function mountPictures(app: FastifyInstance, { viewing, viewerOf }: Parts) {
  app.route({ url: `${picturesPath}*`, method: ['GET', 'HEAD'], compress: false, handler: show })

  async function show(request: FastifyRequest, reply: FastifyReply) {
    // As it was sent: no spelling of an address but one is a picture's.
    const address = parsePictureUrl(request.raw.url?.split('?', 1)[0] ?? '')
    if (!address) throw notFound('picture')
    const { stream, bytes, isPublic } = await viewing.open(address, () => viewerOf(request, reply))
    reply.headers({
      'content-security-policy': sandboxPolicy,
      'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
    })
    const isKnown = isNotModified(request, reply, etagOf(address))
    if (isKnown || request.method === 'HEAD') stream.destroy()
    if (isKnown) return reply.send()
    reply.type(`image/${address.format}`)
    if (bytes !== null) reply.header('content-length', bytes)
    return reply.send(request.method === 'HEAD' ? null : stream)
  }
}

/** An address never has other content. */
const etagOf = ({ key, variant, format }: PictureUrlParts) => `"${key}-${variant}-${format}"`
