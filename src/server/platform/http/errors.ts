/** The one place where what was thrown becomes an answer. */
import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { somethingWentWrong } from '../../../shared/messages/pages.ts'

const busy = 'The site cannot be reached right now. Please try again in a few seconds.'

export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((thrown: Error, request, reply) => {
    const error = toAppError(thrown)
    if (error.status >= 500) request.log.error({ err: thrown }, 'A request failed.')
    const retryAfter = error.retryAfter ?? (error.status === 503 ? 5 : undefined)
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    return reply.code(error.status).header('cache-control', 'no-store').send(error.toReply())
  })
}

/** What was thrown, in our own words; anything unexpected is a fixed sentence. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isDatabaseUnavailable(thrown)) return new AppError('unavailable', busy, undefined, { cause: thrown })
  const { statusCode } = thrown as Partial<FastifyError>
  if (statusCode && statusCode >= 400 && statusCode !== 500) {
    const code = codeOfStatus[statusCode] ?? (statusCode < 500 ? 'invalid' : 'internal')
    return new AppError(code, messageOf[code] ?? somethingWentWrong, undefined, { cause: thrown })
  }
  return new AppError('internal', somethingWentWrong, undefined, { cause: thrown })
}

/** The refusals of the web framework itself, before any call of ours is reached; any other is of what was sent. */
const codeOfStatus: Partial<Record<number, ErrorCode>> = {
  // A folder is refused as forbidden; that there is one is nobody's business.
  403: 'not_found',
  404: 'not_found',
  413: 'too_large',
  429: 'rate_limited',
  503: 'unavailable',
}
const messageOf: Partial<Record<ErrorCode, string>> = {
  invalid: 'The request could not be read. Please check the address and what was sent.',
  not_found: 'There is nothing at this address.',
  too_large: 'What was sent is too large.',
  rate_limited: 'Too many requests. Please try again in a minute.',
  unavailable: busy,
}

// Connection failures, shutdowns, a full pool, statements cut off: class 08, 53 and 57 of PostgreSQL's codes.
const connectionErrorCodes =
  /^(08|53|57)|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/
const connectionErrorMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout)/

function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code } = thrown as Error & { code?: unknown }
  // pg gives its own time-outs no code: their text is all there is to tell them by.
  return (
    (typeof code === 'string' && connectionErrorCodes.test(code)) ||
    connectionErrorMessages.test(thrown.message)
  )
}
