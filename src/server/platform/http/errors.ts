/** The one place that turns a thrown value into an error response. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, statusOfCode } from '../../../shared/errors.ts'
import { somethingWentWrong } from '../../../shared/messages/pages.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { isDatabaseFull, isDatabaseUnavailable, isDatabaseUnreachable } from '../database/unavailable.ts'
import { storageFullError } from '../database/write-guard.ts'
import { inReaderLanguage } from '../language/request-language.ts'
import { errorPage } from './error-page.ts'
import type { RefusedForm } from './refused-form.ts'

/** Seconds after which a client may retry if the error does not say so itself. */
const retryAfterUnavailable = 5

export function handleErrors(app: FastifyInstance) {
  const handle = (thrown: Error, request: FastifyRequest, reply: FastifyReply) => {
    const error = toAppError(thrown)
    // While the database or the search does not respond, requests fail alike: a stack trace each would fill the disk.
    if (isDatabaseUnreachable(thrown) || isExpectedOutage(thrown)) request.log.warn(thrown.message)
    // A data exception means that a schema is too lax.
    else if (error.status >= 500 || isDataException(thrown))
      request.log.error({ err: thrown }, 'A request failed.')
    return sendError(request, reply, error)
  }
  app.setErrorHandler((thrown: Error, request, reply) =>
    // A body that cannot be read fails outside of the request's language.
    inReaderLanguage(request, () => handle(thrown, request, reply)),
  )
}

/** Returns whether a service reports that it is unavailable for a moment. */
const isExpectedOutage = (thrown: Error) =>
  thrown instanceof AppError && thrown.code === 'unavailable' && thrown.cause === undefined

/** Sends an error: as a page to someone who opens an address in a browser, with the form that was refused if any, otherwise as JSON. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
  refused: RefusedForm | null = null,
) {
  const retryAfter = error.retryAfter ?? (error.status === 503 ? retryAfterUnavailable : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(error.status).header('cache-control', 'no-store')
  if (!opensPage(request)) return reply.send(error.toReply())
  const page = errorPage({
    title: t(titleOf[error.code]),
    message: error.message,
    isUnsentForm: request.method === 'POST' && retryAfter !== undefined,
    refused,
  })
  return reply.type('text/html; charset=utf-8').send(page)
}

const opensPage = ({ headers, url }: FastifyRequest) =>
  headers.accept?.includes('text/html') === true && !url.startsWith('/api/')

const titleOf: Record<ErrorCode, Message> = {
  invalid: msg('This request did not work'),
  unauthenticated: msg('Please sign in'),
  sign_in_again: msg('Please sign in again'),
  forbidden: msg('This is not allowed'),
  not_found: msg('Nothing here'),
  conflict: msg('This has changed in the meantime'),
  gone: msg('This has been removed'),
  too_large: msg('This is too large'),
  rate_limited: msg('Too many requests'),
  internal: msg('Something went wrong'),
  unavailable: msg('Please try again in a moment'),
}

export function handleNotFound(app: FastifyInstance) {
  // Pages are mounted at `/*`; under `/api`, an unknown path is JSON.
  for (const path of ['/api', '/api/*']) {
    app.all(path, () => {
      throw new AppError('not_found', t('There is no such call. All calls are listed at /api/docs.'))
    })
  }
  app.setNotFoundHandler(() => {
    throw new AppError('not_found', t('There is nothing at this address, or it does not accept this method.'))
  })
}

/** Returns the AppError for anything thrown. An unexpected error becomes `internal`, with a fixed sentence. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isDatabaseFull(thrown)) return storageFullError(thrown)
  if (isDatabaseUnavailable(thrown))
    return new AppError('unavailable', t(messageOf.unavailable), undefined, { cause: thrown })
  if (isDataException(thrown))
    return new AppError('invalid', t(messageOf.invalid), undefined, { cause: thrown })
  const { statusCode } = thrown as Partial<FastifyError>
  const code = statusCode && statusCode >= 400 ? codeOfFrameworkError(statusCode) : 'internal'
  const message = code in messageOf ? messageOf[code as keyof typeof messageOf] : somethingWentWrong
  return new AppError(code, t(message), undefined, { cause: thrown, ...preciseStatus(statusCode) })
}

const codes = new Map<number, ErrorCode>()
// If two codes have one status, the general one comes last.
for (const [code, status] of Object.entries(statusOfCode)) codes.set(status, code as ErrorCode)

/** Returns the error code for an HTTP status; a status without its own code is `invalid` (4xx) or `internal`. */
export const codeOfStatus = (status: number): ErrorCode =>
  codes.get(status) ?? (status < 500 ? 'invalid' : 'internal')

/** The static file plugin forbids folders with 403, which would reveal that a folder exists. */
const codeOfFrameworkError = (status: number) => (status === 403 ? 'not_found' : codeOfStatus(status))

/** Keeps a status that has no error code, such as 415 for a body that is not JSON. */
const preciseStatus = (status: number | undefined) =>
  status !== undefined && status > 400 && status < 500 && !codes.has(status) ? { status } : {}

/** For errors of the web framework, before a request reaches our code. */
const messageOf = {
  invalid: msg('The request is not valid. Please check the address and the content.'),
  not_found: msg('There is nothing at this address.'),
  too_large: msg('The request is too large.'),
  rate_limited: msg('Too many requests. Please try again in a minute.'),
  unavailable: msg('The site cannot be reached right now. Please try again in a few seconds.'),
} satisfies Partial<Record<ErrorCode, Message>>

/**
 * Returns whether PostgreSQL cannot represent a value, such as a NUL or a number out of range (class 22). Schemas reject
 * these first; one that they miss is still the fault of the request, not of the server.
 */
function isDataException(thrown: unknown): boolean {
  return thrown instanceof Error && /^22\w{3}$/.test(String((thrown as Error & { code?: unknown }).code))
}
