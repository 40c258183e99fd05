/** Receives pictures in multipart forms and streams them to disk. The connection stays usable afterwards. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { PictureSchema, ProfilePhotoSchema } from '../../../shared/contract/uploads.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxPicture } from '../../../shared/limits.ts'
import { messagePhotoFolder, messagePhotoUploadPath, photoFormPath } from '../../../shared/message-photo.ts'
import { pictureFolder, uploadPath } from '../../../shared/picture.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { photoFolder, photoUploadPath } from '../../../shared/profile-photo.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { sendError } from '../../platform/http/errors.ts'
import { type FormOfCall, formsOfContract, isHidden } from '../../platform/http/form-routes.ts'
import { requireActiveAccount } from '../../platform/http/guards.ts'
import { isCorrectable } from '../../platform/http/refused-form.ts'
import {
  type MessageForm,
  maxFormOverhead,
  maxMessageFormBytes,
  receiveMessageForm,
  receivePicture,
} from './receive.ts'
import { asStorageError, closeWorkFolder, openWorkFolder } from './storage.ts'
import type { UploadGrant, Uploads } from './uploads.ts'
import { pictureError } from './validate.ts'

type UploadRouteOptions = {
  uploads: Uploads
  viewerOf: ViewerOf
  workFolder: string
  dispatch: Dispatch
  publicUrl: string
}

type UploadTarget<Result> = {
  /** The only folder that the form may name. */
  folder: string
  store: (input: Parameters<Uploads['storePicture']>[0]) => Promise<Result>
  reply: z.ZodMiniType<Result>
}

/** A longer body is not read to its end just to keep the connection open. */
const maxDrainedBytes = 4 * maxPicture.bytes

export async function mountUpload(
  app: FastifyInstance,
  { uploads, viewerOf, workFolder, dispatch, publicUrl }: UploadRouteOptions,
) {
  await app.register(async (scope) => {
    // No content type is parsed automatically: the sender is authenticated before the body is read.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    await scope.register(multipart)
    const mountAt = <Result>(path: string, target: UploadTarget<Result>) =>
      scope.post(path, { config: { slowBody: true } }, (request, reply) => handle(request, reply, target))
    mountAt(uploadPath, { folder: pictureFolder, store: uploads.storePicture, reply: PictureSchema })
    mountAt(messagePhotoUploadPath, {
      folder: messagePhotoFolder,
      store: uploads.storeMessagePhoto,
      reply: PictureSchema,
    })
    mountAt(photoUploadPath, { folder: photoFolder, store: uploads.storePhoto, reply: ProfilePhotoSchema })
    for (const form of formsOfContract().filter(({ withPhotos }) => withPhotos))
      scope.post(
        photoFormPath(form.path),
        { config: { slowBody: true } },
        (request: FastifyRequest<{ Params: { id: string } }>, reply) => handleForm(request, reply, form),
      )
  })

  function handle<Result>(request: FastifyRequest, reply: FastifyReply, target: UploadTarget<Result>) {
    return receive(request, reply, maxPicture.bytes + maxFormOverhead, async (viewer) => {
      const grant = await uploads.authorizeUpload(viewer)
      const stored = await receiveAndStore(request, reply, grant, target)
      return reply.code(201).header('cache-control', 'private, no-store').send(target.reply.parse(stored))
    })
  }

  /** Runs `work` for someone who may upload, and leaves the connection usable. */
  async function receive<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    maxBytes: number,
    work: (viewer: Viewer) => Promise<Result>,
  ) {
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > maxDrainedBytes) reply.header('connection', 'close')
    try {
      const viewer = requireActiveAccount(await viewerOf(request, reply))
      // Before anything is read.
      if (length > maxBytes) throw pictureError('bytes')
      return await work(viewer)
    } finally {
      // Read and discard the rest of the body, so that the next request on this connection can be parsed.
      request.raw.unpipe()
      request.raw.resume()
    }
  }

  /** Makes the call of a plain form with the addresses of its photos. */
  function handleForm(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
    form: FormOfCall,
  ) {
    const { id } = request.params
    return receive(request, reply, maxMessageFormBytes, async (viewer) => {
      reply.header('cache-control', 'private, no-store')
      const folder = await asStorageError(openWorkFolder(workFolder))
      try {
        const received = await asStorageError(
          receiveMessageForm(request, folder, () => uploads.authorizeUpload(viewer)),
        )
        // Without a listener the socket times out while a photo waits in the queue.
        reply.raw.on('timeout', () => {})
        const { fields } = received
        const sent = { path: request.url, fields, hidden: isHidden(form) }
        const done = await sendMessage(received, folder, disconnectSignal(reply)).catch((thrown: unknown) => {
          if (!isCorrectable(thrown, sent)) throw thrown
          return thrown
        })
        if (!(done instanceof AppError))
          return reply.redirect(publicUrl + form.next({ id, fields, reply: done }), 303)
        const { file, ...errors } = done.fields ?? {}
        return sendError(request, reply, done, {
          ...sent,
          errors: file === undefined ? errors : { ...errors, photos: file },
          files: ['photos'],
        })
      } finally {
        await closeWorkFolder(folder)
      }

      async function sendMessage(
        { fields, photos, refused }: MessageForm,
        folder: string,
        signal: AbortSignal,
      ) {
        if (refused) throw refused
        const addresses: string[] = []
        for (const photo of photos)
          addresses.push((await uploads.storeMessagePhoto({ ...photo, folder, signal })).secure_url)
        const context = { viewer, network: networkOf(request.ip), forgetSession: () => {} }
        return dispatch(
          form.call,
          { params: { id }, body: { ...fields, photos: addresses } } as never,
          context,
        )
      }
    })
  }

  async function receiveAndStore<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    grant: UploadGrant,
    target: UploadTarget<Result>,
  ): Promise<Result> {
    const folder = await asStorageError(openWorkFolder(workFolder))
    try {
      const received = await asStorageError(receivePicture(request, folder, grant.id, target.folder))
      // Without a listener the socket times out while the picture waits in the queue.
      reply.raw.on('timeout', () => {})
      return await target.store({ grant, received, folder, signal: disconnectSignal(reply) })
    } finally {
      await closeWorkFolder(folder)
    }
  }
}

/** Aborts when the client disconnects before the response is sent. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) disconnected.abort(new AppError('invalid', 'The client disconnected.'))
  })
  return disconnected.signal
}
