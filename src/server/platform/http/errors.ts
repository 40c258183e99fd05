/** The one place that turns a thrown value into an error response. */
import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError, type ErrorCode, statusOfCode } from '../../../shared/errors.ts'
import { somethingWentWrong } from '../../../shared/messages/pages.ts'

/** Seconds after which a client may retry if the error does not say so itself. */
const retryAfterUnavailable = 5

export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((thrown: Error, request, reply) => {
    const error = toAppError(thrown)
    if (error.status >= 500) request.log.error({ err: thrown }, 'A request failed.')
    const retryAfter = error.retryAfter ?? (error.status === 503 ? retryAfterUnavailable : undefined)
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    return reply.code(error.status).header('cache-control', 'no-store').send(error.toReply())
  })
}

export function handleNotFound(app: FastifyInstance) {
  // Pages are mounted at `/*`; under `/api`, an unknown path is JSON.
  for (const path of ['/api', '/api/*']) {
    app.all(path, () => {
      throw new AppError('not_found', 'There is no such call. All calls are listed at /api/docs.')
    })
  }
  app.setNotFoundHandler(() => {
    throw new AppError('not_found', 'There is nothing at this address, or it does not accept this method.')
  })
}

/** Returns the AppError for anything thrown. An unexpected error becomes `internal`, with a fixed sentence. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isDatabaseUnavailable(thrown))
    return new AppError('unavailable', messageOf.unavailable, undefined, { cause: thrown })
  const { statusCode } = thrown as Partial<FastifyError>
  const code = statusCode && statusCode >= 400 ? codeOfFrameworkError(statusCode) : 'internal'
  const message = code in messageOf ? messageOf[code as keyof typeof messageOf] : somethingWentWrong
  return new AppError(code, message, undefined, { cause: thrown })
}

const codes = new Map<number, ErrorCode>()
for (const [code, status] of Object.entries(statusOfCode)) codes.set(status, code as ErrorCode)

/** Returns the error code for an HTTP status; a status without its own code is `invalid` (4xx) or `internal`. */
export const codeOfStatus = (status: number): ErrorCode =>
  codes.get(status) ?? (status < 500 ? 'invalid' : 'internal')

/** The static file plugin forbids folders with 403, which would reveal that a folder exists. */
const codeOfFrameworkError = (status: number) => (status === 403 ? 'not_found' : codeOfStatus(status))

/** For errors of the web framework, before a request reaches our code. */
const messageOf = {
  invalid: 'The request is not valid. Please check the address and the content.',
  not_found: 'There is nothing at this address.',
  too_large: 'The request is too large.',
  rate_limited: 'Too many requests. Please try again in a minute.',
  unavailable: 'The site cannot be reached right now. Please try again in a few seconds.',
} satisfies Partial<Record<ErrorCode, string>>

// Connection failures, shutdowns, a full pool, canceled statements: PostgreSQL's classes 08, 53, and 57.
const connectionErrorCodes =
  /^(08|53|57)|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/
const connectionErrorMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout)/

function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code } = thrown as Error & { code?: unknown }
  // pg sets no code on its own timeouts, so only their text identifies them.
  return (
    (typeof code === 'string' && connectionErrorCodes.test(code)) ||
    connectionErrorMessages.test(thrown.message)
  )
}
