/** How workers and the search process talk over a Unix socket: in lines of JSON. Requests have ids, so replies may come in any order. */
import { AppError, type ErrorCode } from '../../../../../../shared/errors.ts'
import { isDatabaseUnavailable } from '../../../../../platform/database/unavailable.ts'
import { type SearchCall, SearchUnavailable, searchCalls } from '../../../engine.ts'

/** `input` are the arguments of the call. */
export type SearchRequest = { id: number; call: SearchCall; input: unknown[] }
export type SearchReply = { id: number; result: unknown } | { id: number; error: SearchError }

/** `code` is that of an `AppError`; null for any other error. */
export type SearchError = { code: ErrorCode | null; message: string; retryAfter?: number | undefined }

/** A query with thousands of ids fits. */
export const maxRequestBytes = 1024 * 1024
/** The words of a large site take about 3 MB. */
export const maxReplyBytes = 32 * 1024 * 1024

const newline = 10

/** Throws a RangeError if the message is too long for its reader. */
export function encodeMessage(message: SearchRequest | SearchReply, maxBytes: number): Buffer {
  const line = Buffer.from(`${JSON.stringify(message)}\n`)
  if (line.length > maxBytes) throw new RangeError(`A message of ${line.length} bytes is too long.`)
  return line
}

/** Returns a function that takes what arrives and returns the messages that are complete. It throws if they cannot be read. */
export function createMessageReader(maxBytes: number): (chunk: Buffer) => unknown[] {
  let chunks: Buffer[] = []
  let bytes = 0

  return (chunk) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxBytes + chunk.length) throw new RangeError('A message is too long.')
    if (!chunk.includes(newline)) return []
    const received = Buffer.concat(chunks, bytes)
    const end = received.lastIndexOf(newline)
    chunks = [received.subarray(end + 1)]
    bytes = received.length - end - 1
    const lines = received.toString('utf8', 0, end).split('\n')
    return lines.map((line): unknown => JSON.parse(line))
  }
}

/** Returns null if it is no request. Its input is that of a process of this site, and needs no check. */
export function toRequest(message: unknown): SearchRequest | null {
  if (typeof message !== 'object' || message === null) return null
  const { id, call, input } = message as Partial<SearchRequest>
  const isValid =
    Number.isSafeInteger(id) && call !== undefined && searchCalls.includes(call) && Array.isArray(input)
  return isValid ? (message as SearchRequest) : null
}

export function toSearchError(error: unknown): SearchError {
  // The latest changes could not be read. The feed logs it.
  if (isDatabaseUnavailable(error)) return { code: 'unavailable', message: error.message }
  if (!(error instanceof AppError)) return { code: null, message: String(error) }
  const { code, message, retryAfter } = error
  return { code, message, retryAfter }
}

export function fromSearchError({ code, message, retryAfter }: SearchError): Error {
  if (code === 'unavailable') return new SearchUnavailable(retryAfter)
  return code ? new AppError(code, message) : new Error(`The search process failed: ${message}`)
}
