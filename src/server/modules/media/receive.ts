/** Reads the multipart forms with pictures, whose files are streamed to disk. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Fields } from '../../../shared/contract/endpoint.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { maxMessagePhotos, maxPicture } from '../../../shared/limits.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import type { ReceivedFile, UploadGrant } from './uploads.ts'
import { magicBytes, pictureError, rejectReason } from './validate.ts'

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
export const maxFormOverhead = 1024 * 1024

/** Writes the form's `file` into `folder`. Throws an AppError for a bad request, and whatever writing throws. */
export async function receivePicture(
  request: FastifyRequest,
  folder: string,
  id: string,
  allowedFolder: string,
): Promise<ReceivedFile> {
  const received: ReceivedFile[] = []
  await readParts(request, multipartLimits, async (part) => {
    if (part.type === 'field') {
      if (part.fieldname === 'folder' && part.value !== allowedFolder)
        throw new AppError(
          'invalid',
          t('Photos can only be uploaded to the folder "{folder}".', { folder: allowedFolder }),
        )
    } else if (part.fieldname === 'file') received.push(await write(part.file, join(folder, 'original'), id))
    else throw new AppError('invalid', t(notAForm))
  })
  const [file] = received
  if (!file) throw new AppError('invalid', t(notAForm))
  return file
}

/** Of a form for a message. The longest field is a text of 5,000 characters. */
const messageLimits = {
  ...multipartLimits,
  files: maxMessagePhotos,
  fields: 20,
  parts: 20 + maxMessagePhotos,
  fieldSize: 64 * 1024,
}
export const maxMessageFormBytes = maxMessagePhotos * maxPicture.bytes + maxFormOverhead

type ReceivedPhoto = { grant: UploadGrant; received: ReceivedFile }

export type MessageForm = {
  fields: Fields
  photos: ReceivedPhoto[]
  /** Why a photo cannot be used, and the form was not read any further. */
  refused: AppError | null
}

/** Writes the photos of a form for a message into `folder`, each after `authorize`. Its fields come before its photos. */
export async function receiveMessageForm(
  request: FastifyRequest,
  folder: string,
  authorize: () => Promise<UploadGrant>,
): Promise<MessageForm> {
  const fields: Fields = {}
  const photos: ReceivedPhoto[] = []
  const read = async (part: Multipart) => {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (part.fieldname !== 'photos') throw new AppError('invalid', t(notAForm))
    // A form without a chosen file has an empty one.
    else if (!part.filename) part.file.resume()
    else {
      const grant = await authorize()
      photos.push({
        grant,
        received: await write(part.file, join(folder, `original-${photos.length}`), grant.id),
      })
    }
  }
  try {
    await readParts(request, messageLimits, read)
    return { fields, photos, refused: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { fields, photos, refused: error }
  }
}

async function readParts(
  request: FastifyRequest,
  limits: typeof multipartLimits,
  read: (part: Multipart) => Promise<void>,
) {
  if (!request.isMultipart()) throw new AppError('invalid', t(notAForm), undefined, { status: 415 })
  // The parser would wait forever for the end of a request that has already ended.
  if (request.raw.destroyed) throw new AppError('invalid', t(interrupted))
  try {
    for await (const part of request.parts({ limits })) await read(part)
  } catch (error) {
    throw isDiskError(error) ? error : toFormError(error)
  }
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

const notAForm = msg('Please send the photo as the field "file" of a multipart/form-data form.')
const interrupted = msg('The upload was interrupted. Please try again.')

type ReadError = Error & { code?: string; syscall?: string }

const isDiskError = (error: unknown) =>
  ['open', 'write', 'close'].includes((error as ReadError).syscall ?? '')

function toFormError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const [code, message] = formErrors[(error as ReadError).code ?? ''] ?? unreadable
  return new AppError(code, t(message, { max: maxMessagePhotos }), undefined, { cause: error })
}

const unreadable: [ErrorCode, Message] = ['invalid', msg('We couldn’t read the form. Please try again.')]
const formErrors: Record<string, [ErrorCode, Message]> = {
  FST_FILES_LIMIT: ['too_large', msg('Please send one photo at a time, or up to {max} in a message.')],
  FST_PARTS_LIMIT: ['too_large', msg('The form has too many fields.')],
  FST_FIELDS_LIMIT: ['too_large', msg('The form has too many fields.')],
  FST_MP_PREMATURE_CLOSE: ['invalid', interrupted],
}
