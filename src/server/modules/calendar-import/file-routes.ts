/** `POST /api/imported-calendar-file`: one calendar in a multipart form; and the same form where scripts do not run. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CalendarFileReplySchema } from '../../../shared/contract/imported-calendars.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxCalendarBytes } from '../../../shared/limits.ts'
import { calendarFilePath, privatePaths, withQuery } from '../../../shared/paths.ts'
import { msg, t } from '../../../shared/translate.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { requireActiveAccount } from '../../platform/http/guards.ts'
import type { FileImport } from './import-file.ts'

type Options = { files: FileImport; viewerOf: ViewerOf; publicUrl: string }

export async function mountCalendarFiles(app: FastifyInstance, { files, viewerOf, publicUrl }: Options) {
  await app.register(async (scope) => {
    // No content type is parsed automatically: the sender is authenticated before the body is read.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    await scope.register(multipart)
    const config = { slowBody: true }
    scope.post(calendarFilePath, { config }, async (request, reply) =>
      reply
        .header('cache-control', 'private, no-store')
        .send(CalendarFileReplySchema.parse(await receive(request, reply))),
    )
    scope.post(privatePaths.importedCalendarFile, { config }, async (request, reply) => {
      await receive(request, reply)
      return reply.redirect(publicUrl + withQuery(privatePaths.importedCalendars, { done: 'file' }), 303)
    })
  })

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    if (isTooLong(request)) reply.header('connection', 'close')
    try {
      const viewer = requireActiveAccount(await viewerOf(request, reply))
      if (isTooLong(request)) throw tooLarge()
      await files.authorize(viewer)
      return await files.add(viewer, await readFile(request))
    } finally {
      // The next request on this connection can be parsed only after this body.
      request.raw.unpipe()
      request.raw.resume()
    }
  }
}

/** What the rest of the form may add to the file. */
const maxFormOverhead = 64 * 1024

const isTooLong = ({ headers }: FastifyRequest) =>
  Number(headers['content-length'] ?? 0) > maxCalendarBytes + maxFormOverhead

const limits = {
  files: 1,
  fileSize: maxCalendarBytes,
  fields: 5,
  parts: 6,
  fieldNameSize: 100,
  fieldSize: 1_000,
  headerPairs: 50,
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError('invalid', t(notAForm), undefined, { status: 415 })
  // The parser would wait forever for the end of a request that has already ended.
  if (request.raw.destroyed) throw unreadable()
  try {
    for await (const part of request.parts({ limits }))
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw new AppError('invalid', t(notAForm))
        const bytes = await part.toBuffer()
        if (bytes.length === 0) throw new AppError('invalid', t(noFile), { file: t(noFile) })
        return bytes
      }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge() : unreadable(error)
  }
  throw new AppError('invalid', t(noFile), { file: t(noFile) })
}

const notAForm = msg('Please send the calendar as the field "file" of a multipart/form-data form.')
const noFile = msg('Please choose the file of a calendar, whose name often ends in .ics.')
const large = msg(
  'This file is larger than 2 MB. Please export fewer events, such as those of the next months.',
)
const tooLarge = () => new AppError('too_large', large, { file: large })
const unreadable = (cause?: unknown) =>
  new AppError('invalid', t('We couldn’t read the form. Please try again.'), undefined, { cause })
