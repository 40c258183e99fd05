/** Building blocks of the schemas. Each rejects a value with a sentence that names its field. */
import * as z from 'zod/mini'
import { isDay } from '../days.ts'
import {
  handleLength,
  maxEmailLength,
  maxNameLength,
  maxPage,
  maxPageSize,
  maxPrice,
  pageSize,
} from '../limits.ts'
import { type Message, msg, t } from '../translate.ts'

/** Writes what is wrong, in the language of whoever sent it. */
type Sentence = { error: () => string }

/** Reads a number in a URL that matches the pattern. Leaves other values to the schema that follows, which rejects them. */
export const toNumber = (pattern: RegExp) =>
  z.transform((value: unknown) => (typeof value === 'string' && pattern.test(value) ? Number(value) : value))

/** A whole number in a URL. Accepts plain digits only, not `0x10`, `1e3`, `1.5`, or an empty text. */
export function wholeNumber(name: string, min: number, max: number) {
  const sentence = {
    error: () => t('{name} must be a whole number from {min} to {max}.', { name, min, max }),
  }
  return z.pipe(toNumber(/^\d{1,9}$/), z.int(sentence).check(z.gte(min, sentence), z.lte(max, sentence)))
}

export const pageNumber = z._default(wholeNumber('page', 1, maxPage), 1)
export const pageLimit = (defaultLimit: number = pageSize, maxLimit: number = maxPageSize) =>
  z._default(wholeNumber('limit', 1, maxLimit), defaultLimit)
export const PageQuerySchema = z.object({ page: pageNumber, limit: pageLimit() })
/** What the reply of a list in pages has besides the page. */
export const totals = { total: z.int(), totalPages: z.int() }

/** A text in a URL. */
export function textParameter(name: string, maxLength: number) {
  return z.string({ error: () => t('{name} is required once, as text.', { name }) }).check(
    z.refine(readable, { error: () => t('{name} contains an invalid character.', { name }) }),
    z.trim(),
    z.maxLength(maxLength, {
      error: () => t('{name} is too long: use at most {max} characters.', { name, max: String(maxLength) }),
    }),
  )
}

/** White space, control and format characters, combining marks, and letters that render as nothing. */
const invisible = /[\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu
/** Returns whether a reader would see nothing at all. */
export const isBlank = (text: string): boolean => text.replace(invisible, '') === ''
/** Returns the number of code points, which is also what PostgreSQL's `length` counts. */
export const characterCount = (text: string): number => [...text].length
/** PostgreSQL cannot store NUL, and UTF-8 cannot encode half a surrogate pair. */
export const readable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
export const unreadable = {
  error: () => t('This contains a character that we cannot read. Please type it again.'),
}

/** A yes or no in a body. */
export const yesNo = (name: string) =>
  z.boolean({ error: () => t('{name} must be true or false.', { name }) })

/** One of a few words in a URL or a body. */
export const oneOf = <const Values extends readonly string[]>(name: string, values: Values) =>
  z.enum(values, {
    error: () => t('{name} must be one of {values}.', { name, values: values.join(', ') }),
  })

/** A form's text field, trimmed and otherwise stored as typed. `label` is its name in a sentence, such as `your name`. */
export function textField(label: Message, maxLength: number) {
  return z.string({ error: () => t('Please enter {field} as text.', { field: t(label) }) }).check(
    z.trim(),
    z.maxLength(maxLength, {
      error: () => t('This is too long. Please use at most {max} characters.', { max: maxLength }),
    }),
    z.refine(readable, unreadable),
  )
}

/** A text field with something to see. `missing` is the sentence about an empty one. */
export const requiredText = (label: Message, maxLength: number, missing: Sentence) =>
  textField(label, maxLength).check(z.refine((text) => !isBlank(text), missing))

export const ownName = requiredText(msg('your name'), maxNameLength, {
  error: () => t('Please enter your name.'),
})

export const unknownDay = { error: () => t('This date does not exist.') }
/** A calendar day such as `2026-11-20`. */
export const dayField = (sentence: Sentence, unknown: Sentence = sentence) =>
  z
    .string(sentence)
    .check(z.regex(/^\d{4}-\d\d-\d\d$/, { ...sentence, abort: true }), z.refine(isDay, unknown))

/** A calendar day in a URL. */
export const dayParameter = (name: string) =>
  dayField({ error: () => t('{name} must be a day such as {example}.', { name, example: '2026-11-20' }) })

/** The version that the editor loaded, so that a newer one is not overwritten. */
export const versionField = z.optional(z.int({ error: () => t('version must be a whole number.') }))

/** The token of an emailed link. */
export const linkToken = z
  .string({ error: () => t('The link is incomplete. Please open it from the email again.') })
  .check(z.maxLength(200))
export const LinkTokenSchema = z.object({ token: linkToken })

/** What keeps bots away from the forms of visitors. */
export const botFields = {
  /** A honeypot: people cannot see this field, so only bots fill it in. */
  website: z.optional(z.string().check(z.maxLength(500))),
  /** The solution of the challenge, required once a network has sent a few messages. */
  challengeSolution: z.optional(z.string().check(z.maxLength(2_000))),
}

/** The price of an ad, or that of a ticket, with at most two decimals. */
export function amountField(of: 'ad' | 'ticket', invalid: string | { error: () => string }) {
  return z.number(invalid).check(
    z.gte(0, {
      error: () =>
        t('{of, select, ad {The price cannot be below zero.} other {A price cannot be below zero.}}', { of }),
    }),
    z.lte(maxPrice, {
      error: () =>
        t('{of, select, ad {The price can be at most {max}.} other {A price can be at most {max}.}}', {
          of,
          max: maxPrice,
        }),
    }),
    z.refine((amount) => Math.round(amount * 100) / 100 === amount, {
      error: () =>
        t(
          '{of, select, ad {Please use at most two decimals for the price.} other {Please use at most two decimals for a price.}}',
          { of },
        ),
    }),
  )
}

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const labelEnd = '(?:[a-z0-9-]{0,61}[a-z0-9])?'
/** An address as in RFC 5321, without quoted local parts and IP addresses, which nobody uses. */
const emailPattern = new RegExp(
  `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:[a-z0-9]${labelEnd}\\.)+[a-z]${labelEnd}$`,
  'i',
)
const internationalDomain = /@([\p{L}\p{M}\p{N}.-]*[^\0-\x7f][\p{L}\p{M}\p{N}.-]*)$/u

/** Writes the domain as it is sent by mail: `user@münchen.example` becomes `user@xn--mnchen-3ya.example`. */
function withAsciiDomain(address: string): string {
  const domain = address.length <= maxEmailLength ? internationalDomain.exec(address)?.[1] : undefined
  const host = domain && URL.parse(`http://${domain}`)?.hostname
  return host ? address.slice(0, -domain.length) + host : address
}

/** The sentence about an empty email is from the specification, section 5. */
export const emailAddress = z
  .string({ error: () => t('Please enter your email.') })
  .check(
    z.trim(),
    z.minLength(1, { error: () => t('Please enter your email.') }),
    z.maxLength(maxEmailLength, { error: () => t('Invalid email address') }),
    z.overwrite(withAsciiDomain),
    z.regex(emailPattern, { error: () => t('Invalid email address') }),
  )

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A UUID in lowercase, as PostgreSQL returns it, so that ids can be compared as text. */
export const uuidField = (sentence: Sentence) =>
  z.string(sentence).check(z.regex(uuid, sentence), z.toLowerCase())

/** The id of `what`, such as `a listing`, in the parameter or field `name`. */
export const idOf = (what: Message, name = 'id') =>
  uuidField({
    error: () =>
      t('{name} must be the id of {what}, such as {example}.', {
        name,
        what: t(what),
        example: '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
      }),
  })

const handlePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const handleSentence = {
  error: () =>
    t('Please use {min} to {max} letters from a to z, digits, and single hyphens between them.', {
      min: handleLength.min,
      max: handleLength.max,
    }),
}

/**
 * A handle, the name that someone chooses for the URL of their page, such as `rosa-delgado` in `/seller/rosa-delgado`. It is shorter
 * than a UUID, so it never looks like an id.
 */
export const handleField = z
  .string(handleSentence)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(handleLength.min, handleSentence),
    z.maxLength(handleLength.max, handleSentence),
    z.regex(handlePattern, handleSentence),
  )
