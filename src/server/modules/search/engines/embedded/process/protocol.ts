/**
 * How workers and the search process talk over a Unix socket: messages of JSON, each after its length in bytes. Requests have ids, so
 * replies may come in any order.
 */
import { AppError, type ErrorCode } from '../../../../../../shared/errors.ts'
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

const lengthBytes = 4

/** Throws a RangeError if the message is too long for its reader. */
export function encodeMessage(message: SearchRequest | SearchReply, maxBytes: number): Buffer {
  const text = JSON.stringify(message)
  const length = Buffer.byteLength(text)
  if (length > maxBytes) throw new RangeError(`A message of ${length} bytes is too long.`)
  const frame = Buffer.allocUnsafe(lengthBytes + length)
  frame.writeUInt32BE(length)
  frame.write(text, lengthBytes)
  return frame
}

/** Returns a function that takes what arrives and returns the messages that are complete. It throws if they cannot be read. */
export function createMessageReader(maxBytes: number): (chunk: Buffer) => unknown[] {
  let chunks: Buffer[] = []
  let bytes = 0
  /** How many bytes the next message needs; only its length is needed at first. */
  let needed = lengthBytes

  return (chunk) => {
    chunks.push(chunk)
    bytes += chunk.length
    const messages: unknown[] = []
    if (bytes < needed) return messages
    const received = chunks.length === 1 ? chunk : Buffer.concat(chunks, bytes)
    let at = 0
    needed = lengthBytes
    while (received.length - at >= needed) {
      const length = received.readUInt32BE(at)
      if (length > maxBytes) throw new RangeError(`A message of ${length} bytes is too long.`)
      needed = lengthBytes + length
      if (received.length - at < needed) break
      messages.push(JSON.parse(received.toString('utf8', at + lengthBytes, at + needed)))
      at += needed
      needed = lengthBytes
    }
    const rest = received.subarray(at)
    chunks = rest.length > 0 ? [rest] : []
    bytes = rest.length
    return messages
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
  if (!(error instanceof AppError)) return { code: null, message: String(error) }
  const { code, message, retryAfter } = error
  return { code, message, retryAfter }
}

export function fromSearchError({ code, message, retryAfter }: SearchError): Error {
  if (code === 'unavailable') return new SearchUnavailable(retryAfter)
  return code ? new AppError(code, message) : new Error(`The search process failed: ${message}`)
}
