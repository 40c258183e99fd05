/** The pieces that schemas are built of: each refuses with a sentence that names its field. */
import * as z from 'zod/mini'
import { maxEmailLength, maxPage, maxPageSize, pageSize } from './limits.ts'

const digits = /^\d{1,9}$/

/** A whole number as an address carries it. Only plain digits count: `0x10`, `1e3`, `1.5` and an empty text do not. */
export function wholeNumber(name: string, smallest: number, largest: number) {
  const sentence = `${name} must be a whole number from ${smallest} to ${largest.toLocaleString('en-US')}.`
  return z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && digits.test(value) ? Number(value) : value,
    ),
    z.int(sentence).check(z.gte(smallest, sentence), z.lte(largest, sentence)),
  )
}

export const pageNumber = z._default(wholeNumber('page', 1, maxPage), 1)
export const pageLimit = (usual: number = pageSize) => z._default(wholeNumber('limit', 1, maxPageSize), usual)

/**
 * One line of plain text in an address. PostgreSQL cannot hold NUL and UTF-8 cannot hold half a surrogate pair,
 * so both are refused here, where the field can still be named.
 */
export function textParameter(name: string, longest: number) {
  return z
    .string(`${name} must be given once, as text.`)
    .check(
      z.refine(readable, `${name} has a character that cannot be read.`),
      z.trim(),
      z.maxLength(longest, `${name} is too long: use at most ${longest} characters.`),
    )
}

/** White space, control and format characters, combining marks, and letters that render as nothing. */
const invisible = /[\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu
/** Returns whether a reader would see nothing at all. */
export const isBlank = (text: string): boolean => text.replace(invisible, '') === ''
/** Returns the number of code points, which is also what PostgreSQL's `length` counts. */
export const characterCount = (text: string): number => [...text].length
/** PostgreSQL cannot hold NUL, and UTF-8 no half of a surrogate pair. */
export const readable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Text as somebody types it, kept as typed but for the space around it. */
export function textField(label: string, longest: number) {
  return z
    .string(`Please enter ${label} as text.`)
    .check(
      z.trim(),
      z.maxLength(
        longest,
        `This is too long: please use at most ${longest.toLocaleString('en-US')} characters.`,
      ),
      z.refine(readable, 'This has a character that cannot be read. Please type it again.'),
    )
}

/** Empty is said in the words of the specification, section 5 (password reset). */
export const emailAddress = z
  .string('Please enter your email.')
  .check(
    z.trim(),
    z.minLength(1, 'Please enter your email.'),
    z.maxLength(maxEmailLength, 'Invalid email address'),
    z.regex(z.regexes.email, 'Invalid email address'),
  )

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A UUID in lowercase, as PostgreSQL returns it, so that ids can be compared as text. */
export const uuidField = (sentence: string) => z.string().check(z.regex(uuid, sentence), z.toLowerCase())
