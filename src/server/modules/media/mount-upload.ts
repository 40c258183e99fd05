/** `POST /api/images`: one picture, sent by a form. Whatever comes of it, the connection can be used again. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { maxPicture } from '../../../shared/limits.ts'
import { uploadPath } from '../../../shared/picture.ts'
import { PictureSchema } from '../../../shared/picture-upload.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { requireActiveAccount } from '../../platform/http/guards.ts'
import { drain, receivePicture, requireSmall } from './receive.ts'
import { asStorageError } from './storage-error.ts'
import type { Admitted, Uploads } from './uploads.ts'
import { closeWorkFolder, openWorkFolder } from './work-folders.ts'

type Parts = {
  uploads: Uploads
  viewerOf: ViewerOf
  /** Where uploads lie until they are stored. */
  folder: string
}

/** What is longer is not read to its end only to keep a connection. */
const longestDrained = 4 * maxPicture.bytes

export async function mountUpload(app: FastifyInstance, { uploads, viewerOf, folder }: Parts) {
  await app.register(async (scope) => {
    // No body is read by itself, of whatever kind: first it is asked who sends it.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    await scope.register(multipart)
    scope.post(uploadPath, { config: { slowBody: true } }, async (request, reply) => {
      if (Number(request.headers['content-length'] ?? 0) > longestDrained) reply.header('connection', 'close')
      try {
        const viewer = requireActiveAccount(await viewerOf(request, reply))
        requireSmall(request)
        const picture = await take(request, reply, await uploads.admit(viewer))
        return reply.code(201).header('cache-control', 'private, no-store').send(PictureSchema.parse(picture))
      } finally {
        drain(request)
      }
    })
  })

  async function take(request: FastifyRequest, reply: FastifyReply, admitted: Admitted) {
    const own = await asStorageError(openWorkFolder(folder))
    try {
      const received = await asStorageError(receivePicture(request, own, admitted.id))
      // It may wait for its turn longer than a silent connection is kept, unless somebody hears of that.
      reply.raw.on('timeout', () => {})
      return await uploads.keep(admitted, received, own, whenGone(reply))
    } finally {
      await closeWorkFolder(own)
    }
  }
}

/** Aborted when nobody waits for the answer any more. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new AppError('invalid', 'Nobody waited for the answer.'))
  })
  return gone.signal
}
