/** The pieces that schemas are built of: each refuses with a sentence that names its field. */
import * as z from 'zod/mini'
import { largestPage, largestPageSize, pageSize } from './limits.ts'

const digits = /^\d{1,9}$/

/** A whole number as an address carries it. Only plain digits count: `0x10`, `1e3`, `1.5` and an empty text do not. */
function wholeNumber(name: string, smallest: number, largest: number) {
  const sentence = `${name} must be a whole number from ${smallest} to ${largest.toLocaleString('en-US')}.`
  return z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && digits.test(value) ? Number(value) : value,
    ),
    z.int(sentence).check(z.gte(smallest, sentence), z.lte(largest, sentence)),
  )
}

export const pageNumber = z._default(wholeNumber('page', 1, largestPage), 1)
export const pageLimit = (usual: number = pageSize) =>
  z._default(wholeNumber('limit', 1, largestPageSize), usual)

/**
 * One line of plain text in an address. PostgreSQL cannot hold NUL and UTF-8 cannot hold half a surrogate pair,
 * so both are refused here, where the field can still be named.
 */
export function textParameter(name: string, longest: number) {
  return z.string(`${name} must be given once, as text.`).check(
    z.refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      `${name} has a character that cannot be read.`,
    ),
    z.trim(),
    z.maxLength(longest, `${name} is too long: use at most ${longest} characters.`),
  )
}
