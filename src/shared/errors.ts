/** The error codes of calls, used on the wire, in the server, and in the browser. */
import { t } from './translate.ts'
export const statusOfCode = {
  invalid: 400,
  unauthenticated: 401,
  /** The session is valid, but too old for this call: the user signs in again and repeats it. */
  sign_in_again: 403,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOfCode

/** The body of an error response. `message` is a sentence that can be shown to users. */
export type ErrorReply = { code: ErrorCode; message: string; fields?: Record<string, string> }

/** Thrown by services to reject a request, and by the API client when a call was rejected. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  /** Seconds until a retry may succeed. */
  readonly retryAfter: number | undefined
  /** The HTTP status: the code's, unless HTTP has a more precise one. */
  readonly status: number

  constructor(
    code: ErrorCode,
    message: string,
    fields?: Record<string, string>,
    options?: ErrorOptions & { retryAfter?: number; status?: number },
  ) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.fields = fields
    this.retryAfter = options?.retryAfter
    this.status = options?.status ?? statusOfCode[code]
  }

  toReply(): ErrorReply {
    return { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) }
  }
}

/**
 * Thrown for a response that our server did not write, such as a proxy's error page. Its message is for logs: screens
 * show their own sentence for the action that failed.
 */
export class UnexpectedResponseError extends AppError {
  constructor(status: number) {
    super('unavailable', `Unexpected response with status ${status}.`)
  }
}

/** Returns the sentence that our server sent with an error, or null if the error came from anywhere else. */
export const serverMessageOf = (error: unknown): string | null =>
  error instanceof AppError && !(error instanceof UnexpectedResponseError) ? error.message : null

export const notFound = (what: string): AppError =>
  new AppError('not_found', t('We couldn’t find this {what}. It may have been removed.', { what }))

/** For a listing that was deleted, by its author or by an admin. */
export const gone = (what: string): AppError =>
  new AppError('gone', t('This {what} has been removed.', { what }))

/** Returns an error with a sentence for each field. A sentence about several fields appears once, with their names. */
export function invalidFields(fields: Record<string, string>): AppError {
  const bySentence = Map.groupBy(Object.keys(fields), (name) => fields[name])
  const sentences = [...bySentence].map(([sentence, names]) =>
    names.length > 1 ? `${names.join(', ')}: ${sentence}` : sentence,
  )
  return new AppError('invalid', sentences.join(' '), fields)
}
