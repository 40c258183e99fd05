/** Takes in one uploaded file as it comes: to the disk, never whole into memory, and no further than it may be used. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { maxPicture } from '../../../shared/limits.ts'
import { pictureFolder } from '../../../shared/picture.ts'
import { refused } from './picture-errors.ts'
import { refusalOf, tellingBytes } from './sniff.ts'

export type Received = {
  file: string
  bytes: number
  /** Of the id that the picture is given and all that was sent: no two uploads have the same. */
  key: string
}

const limits = {
  files: 1,
  fileSize: maxPicture.bytes,
  fields: 10,
  parts: 12,
  fieldNameSize: 100,
  fieldSize: 1000,
  headerPairs: 50,
}
/** What a form is allowed to have beside its file. */
const restOfForm = 1024 * 1024

/** Throws when the request says by itself that it is too large, before anything of it is read. */
export function requireSmall({ headers }: FastifyRequest) {
  if (Number(headers['content-length'] ?? 0) > maxPicture.bytes + restOfForm) throw refused('bytes')
}

/** Writes the form's `file` into the folder. Throws an AppError for what was sent, and what writing throws. */
export async function receivePicture(request: FastifyRequest, into: string, id: string): Promise<Received> {
  if (!request.isMultipart()) throw new AppError('invalid', notAForm)
  // Nobody would tell of the end of a request that has ended already.
  if (request.raw.destroyed) throw new AppError('invalid', brokenOff)
  try {
    return await readForm(request, into, id)
  } catch (error) {
    throw isOfDisk(error) ? error : misread(error)
  }
}

async function readForm(request: FastifyRequest, into: string, id: string): Promise<Received> {
  let received: Received | null = null
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.fieldname === 'folder' && part.value !== pictureFolder)
        throw new AppError('invalid', elsewhere)
    } else if (part.fieldname === 'file') received = await write(part.file, join(into, 'original'), id)
    else throw new AppError('invalid', notAForm)
  }
  if (received) return received
  throw new AppError('invalid', notAForm)
}

/** Reads what is left, and drops it: the next request on this connection stands behind it. */
export function drain({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
}

async function write(file: MultipartFile['file'], path: string, id: string): Promise<Received> {
  const hash = createHash('sha256').update(id)
  let [bytes, head] = [0, Buffer.alloc(0)]
  const check = () => {
    const refusal = refusalOf(head)
    if (refusal) throw refused(refusal)
  }
  await pipeline(
    file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (head.length < tellingBytes) {
          head = Buffer.concat([head, chunk.subarray(0, tellingBytes)])
          if (head.length >= tellingBytes) check()
        }
        bytes += chunk.length
        hash.update(chunk)
        yield chunk
      }
      if (head.length < tellingBytes) check()
    },
    createWriteStream(path),
  )
  if (file.truncated) throw refused('bytes')
  return { file: path, bytes, key: hash.digest('hex').slice(0, 32) }
}

const notAForm = `Please send the picture as the field "file" of a form (multipart/form-data).`
const brokenOff = 'The upload was broken off. Please try again.'
const elsewhere = `Pictures can only be put into the folder "${pictureFolder}".`

type ReadError = Error & { code?: string; syscall?: string }

const isOfDisk = (error: unknown) => ['open', 'write', 'close'].includes((error as ReadError).syscall ?? '')

/** What was sent, in words of ours. */
function misread(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code = '' } = error as ReadError
  const options = { cause: error }
  if (code === 'FST_FILES_LIMIT')
    return new AppError('too_large', 'Please send one picture at a time.', undefined, options)
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return new AppError('too_large', 'The form has too many fields.', undefined, options)
  if (code === 'FST_MP_PREMATURE_CLOSE') return new AppError('invalid', brokenOff, undefined, options)
  return new AppError('invalid', 'The form could not be read. Please try again.', undefined, options)
}
