/** What the headers of a write say. Each throws `invalid` for what cannot be meant. */
import { AppError } from '../../../shared/errors.ts'

/** Null when there is none. */
export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (/^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new AppError('invalid', 'Idempotency-Key must be 1 to 200 letters, digits and signs, without spaces.')
}

/** The version of a listing, as `3`, `"3"` or `W/"3"`. Undefined when any will do. */
export function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^(?:W\/)?("?)(\d{1,9})\1$/.exec(header.trim())?.[2]
  if (version) return Number(version)
  throw new AppError('invalid', 'If-Match must be the version of the listing, such as "3".')
}
