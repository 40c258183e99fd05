/** Receives one picture in a multipart form and streams it to disk. The connection stays usable afterwards. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { PictureSchema, ProfilePhotoSchema } from '../../../shared/contract/uploads.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { maxPicture } from '../../../shared/limits.ts'
import { pictureFolder, uploadPath } from '../../../shared/picture.ts'
import { photoFolder, photoUploadPath } from '../../../shared/profile-photo.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { requireActiveAccount } from '../../platform/http/guards.ts'
import { asStorageError, closeWorkFolder, openWorkFolder } from './storage.ts'
import type { ReceivedFile, UploadGrant, Uploads } from './uploads.ts'
import { magicBytes, pictureError, rejectReason } from './validate.ts'

type UploadRouteOptions = { uploads: Uploads; viewerOf: ViewerOf; workFolder: string }

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
  { uploads, viewerOf, workFolder }: UploadRouteOptions,
) {
  await app.register(async (scope) => {
    // No content type is parsed automatically: the sender is authenticated before the body is read.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    await scope.register(multipart)
    const mountAt = <Result>(path: string, target: UploadTarget<Result>) =>
      scope.post(path, { config: { slowBody: true } }, (request, reply) => handle(request, reply, target))
    mountAt(uploadPath, { folder: pictureFolder, store: uploads.storePicture, reply: PictureSchema })
    mountAt(photoUploadPath, { folder: photoFolder, store: uploads.storePhoto, reply: ProfilePhotoSchema })
  })

  async function handle<Result>(request: FastifyRequest, reply: FastifyReply, target: UploadTarget<Result>) {
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > maxDrainedBytes) reply.header('connection', 'close')
    try {
      const viewer = requireActiveAccount(await viewerOf(request, reply))
      // Before anything is read.
      if (length > maxPicture.bytes + maxFormOverhead) throw pictureError('bytes')
      const grant = await uploads.authorizeUpload(viewer)
      const stored = await receiveAndStore(request, reply, grant, target)
      return reply.code(201).header('cache-control', 'private, no-store').send(target.reply.parse(stored))
    } finally {
      // Read and discard the rest of the body, so that the next request on this connection can be parsed.
      request.raw.unpipe()
      request.raw.resume()
    }
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

const multipartLimits = {
  files: 1,
  fileSize: maxPicture.bytes,
  fields: 10,
  parts: 12,
  fieldNameSize: 100,
  fieldSize: 1000,
  headerPairs: 50,
}
/** What the rest of the form may add to the file. */
const maxFormOverhead = 1024 * 1024

/** Writes the form's `file` into `folder`. Throws an AppError for a bad request, and whatever writing throws. */
async function receivePicture(
  request: FastifyRequest,
  folder: string,
  id: string,
  allowedFolder: string,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new AppError('invalid', notAForm, undefined, { status: 415 })
  // The parser would wait forever for the end of a request that has already ended.
  if (request.raw.destroyed) throw new AppError('invalid', interrupted)
  let received: ReceivedFile | null = null
  try {
    for await (const part of request.parts({ limits: multipartLimits })) {
      if (part.type === 'field') {
        if (part.fieldname === 'folder' && part.value !== allowedFolder)
          throw new AppError('invalid', `Photos can only be uploaded to the folder "${allowedFolder}".`)
      } else if (part.fieldname === 'file') received = await write(part.file, join(folder, 'original'), id)
      else throw new AppError('invalid', notAForm)
    }
  } catch (error) {
    throw isDiskError(error) ? error : toFormError(error)
  }
  if (received) return received
  throw new AppError('invalid', notAForm)
}

async function write(file: MultipartFile['file'], path: string, id: string): Promise<ReceivedFile> {
  const hash = createHash('sha256').update(id)
  let [bytes, head] = [0, Buffer.alloc(0)]
  const check = () => {
    const reason = rejectReason(head)
    if (reason) throw pictureError(reason)
  }
  await pipeline(
    file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (head.length < magicBytes) {
          head = Buffer.concat([head, chunk.subarray(0, magicBytes)])
          if (head.length >= magicBytes) check()
        }
        bytes += chunk.length
        hash.update(chunk)
        yield chunk
      }
      if (head.length < magicBytes) check()
    },
    createWriteStream(path),
  )
  if (file.truncated) throw pictureError('bytes')
  return { file: path, bytes, key: hash.digest('hex').slice(0, 32) }
}

const notAForm = 'Please send the photo as the field "file" of a multipart/form-data form.'
const interrupted = 'The upload was interrupted. Please try again.'

type ReadError = Error & { code?: string; syscall?: string }

const isDiskError = (error: unknown) =>
  ['open', 'write', 'close'].includes((error as ReadError).syscall ?? '')

function toFormError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const [code, message] = formErrors[(error as ReadError).code ?? ''] ?? unreadable
  return new AppError(code, message, undefined, { cause: error })
}

const unreadable: [ErrorCode, string] = ['invalid', 'We couldn’t read the form. Please try again.']
const formErrors: Record<string, [ErrorCode, string]> = {
  FST_FILES_LIMIT: ['too_large', 'Please upload one photo at a time.'],
  FST_PARTS_LIMIT: ['too_large', 'The form has too many fields.'],
  FST_FIELDS_LIMIT: ['too_large', 'The form has too many fields.'],
  FST_MP_PREMATURE_CLOSE: ['invalid', interrupted],
}
