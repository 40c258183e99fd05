/** The few ways in which a call can fail, the same words on the wire, in the server and in the browser. */
export const statusOfCode = {
  invalid: 400,
  unauthenticated: 401,
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

/** What an error looks like on the wire. `message` is a sentence that may be shown to a person. */
export type ErrorReply = { code: ErrorCode; message: string; fields?: Record<string, string> }

/** Thrown by services for what they mean to refuse, and by the api client for what was refused. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  /** In how many seconds another try may succeed. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    fields?: Record<string, string>,
    options?: ErrorOptions & { retryAfter?: number },
  ) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.fields = fields
    this.retryAfter = options?.retryAfter
  }

  get status(): number {
    return statusOfCode[this.code]
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
  new AppError('not_found', `There is no such ${what}. It may have been removed; please check the address.`)
