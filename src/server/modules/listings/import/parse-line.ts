/** The format of an import: one listing per line, as JSON. docs/operating.md describes it. */
import { v5 } from 'uuid'
import * as z from 'zod/mini'
import { nearestName } from '../../../../shared/edit-distance.ts'
import { AppError, invalidFields } from '../../../../shared/errors.ts'
import type { Kind } from '../../../../shared/listing.ts'
import type { ListingField } from '../../../../shared/listing-fields/field.ts'
import {
  availability,
  contactFields,
  contentFields,
  dayFields,
  endsAfterStart,
} from '../../../../shared/listing-input.ts'
import { emailAddress, readable } from '../../../../shared/schemas/fields.ts'
import { formatNumber } from '../../../../shared/site-format.ts'
import type { Catalog } from '../../catalog/service.ts'
import { toColumns } from '../posting-input.ts'
import type { ListingColumns } from '../writes.ts'
import { maxLineLength } from './read-lines.ts'
import { describeUnknownNames } from './unknown-names.ts'

/** A valid line. Dates are ISO 8601 texts. */
export type ImportedListing = ListingColumns & {
  id: string
  kind: Kind
  posted: string
  author: { email: string; name: string }
}

export type ParsedLine = { listing: ImportedListing } | { reason: string }

/** The UUID namespace of imported listings. A listing has the same id in every run, so it is imported once. */
const namespace = '3b0e8d4e-52c5-5b6b-9d3a-0d5f6f3b7c21'
const maxIdLength = 200
const maxNameLength = 120
const minPosted = Date.parse('2000-01-01T00:00:00Z')

const invalidId = `id must be a number or a text of 1 to ${maxIdLength} characters.`
const textId = z
  .string(invalidId)
  .check(z.minLength(1, invalidId), z.maxLength(maxIdLength, invalidId), z.refine(readable, invalidId))
const id = z.optional(z.union([z.int(), textId], invalidId))

const invalidAuthor = 'author must be an object with an email, such as {"email": "ann@example.org"}.'
const invalidName = `The name of the author must be a text of at most ${maxNameLength} characters.`
const author = z.strictObject(
  {
    ...contactFields,
    email: emailAddress,
    name: z._default(
      z
        .string(invalidName)
        .check(z.trim(), z.maxLength(maxNameLength, invalidName), z.refine(readable, invalidName)),
      '',
    ),
  },
  invalidAuthor,
)

const invalidPosted = 'posted must be a time since 2000 and not in the future, such as 2026-01-31T09:30:00Z.'
const posted = z.optional(
  z.string(invalidPosted).check(z.regex(z.regexes.datetime({ offset: true }), invalidPosted)),
)

const fields = { ...contentFields, id, author, posted }
const fieldNames = [...Object.keys({ ...fields, ...dayFields }), 'kind', 'event_availability']

const schemas = {
  service: z.strictObject({ ...fields, kind: z.literal('service') }),
  event: z
    .strictObject({
      ...fields,
      ...dayFields,
      kind: z.literal('event'),
      event_availability: z._default(availability, 'available'),
    })
    .check(endsAfterStart),
}

export type Parsing = {
  catalog: Catalog
  /** All fields of the site. */
  fields: readonly ListingField[]
  /** Tags of the site's languages. */
  languages: readonly string[]
  /** The time of the import in milliseconds. */
  now: number
}

/** Returns a function that parses a line. */
export function createLineParser(parsing: Parsing) {
  const { catalog, now } = parsing
  return (line: string): ParsedLine => {
    if (line.length > maxLineLength)
      return { reason: `The line is longer than ${formatNumber(maxLineLength)} characters.` }
    const value = parseJson(line)
    if (!isObject(value)) {
      const endsWithComma = isObject(parseJson(line.replace(/,\s*$/, '')))
      return {
        reason: endsWithComma ? 'Remove the comma at the end of the line.' : 'This is not a JSON object.',
      }
    }
    const kind: unknown = Reflect.get(value, 'kind')
    if (kind !== 'service' && kind !== 'event') return { reason: 'kind must be "service" or "event".' }
    const { data, error } = schemas[kind].safeParse(value)
    if (error) return { reason: reasonOf(error.issues) }
    const time = data.posted === undefined ? now : Date.parse(data.posted)
    if (!(time >= minPosted && time <= now)) return { reason: invalidPosted }
    const { category, country } = data
    const [subcategory, state, city] = [data.subcategory, data.state, data.city].map(
      (name) => name || undefined,
    )
    const unknown = describeUnknownNames(catalog, { category, subcategory, country, state, city })
    const keys = parsing.fields.map(({ key }) => key)
    for (const key of Object.keys(data.fields ?? {}))
      if (!keys.includes(key)) unknown.push(describeUnknown('fields.', key, keys))
    if (unknown.length > 0) return { reason: unknown.join(' ') }
    try {
      return { listing: toListing(parsing, data, time) }
    } catch (failure) {
      if (failure instanceof AppError) return { reason: failure.message }
      throw failure
    }
  }
}

type Input = z.output<typeof schemas.service> | z.output<typeof schemas.event>

function toListing({ catalog, fields, languages }: Parsing, input: Input, posted: number): ImportedListing {
  const { id, kind, author } = input
  const { email, name, ...contact } = author
  const content = { ...input, author: contact }
  const options = { catalog, fields, languages, kind, stored: null, allowMissing: true }
  const { language, ...columns } = toColumns(content, options)
  // Without an id, a listing is the same if all that it says is the same, also what the site has no field for by now.
  const said = { ...columns, fields: input.fields && Object.entries(input.fields).sort() }
  const identity = id === undefined ? ['content', kind, email.toLowerCase(), said] : ['id', String(id)]
  return {
    ...columns,
    language,
    id: v5(JSON.stringify(identity), namespace),
    kind,
    posted: new Date(posted).toISOString(),
    author: { email, name: name || email },
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Says each thing once, with the fields that it is about if they are several. */
function reasonOf(issues: z.core.$ZodIssue[]): string {
  const byField = Map.groupBy(issues, ({ path }) => path.map(String).join('.'))
  const sentences = [...byField].map(([field, own]) => [
    field,
    [...new Set(own.flatMap(sentencesOf))].join(' '),
  ])
  return invalidFields(Object.fromEntries(sentences)).message
}

/** Sentences of the fields say which one is meant. Others need its name. */
function sentencesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys') return [issue.message]
  const path = issue.path.map((part) => `${String(part)}.`).join('')
  const known = path === '' ? fieldNames : Object.keys(author.shape)
  return issue.keys.map((key) => describeUnknown(path, key, known))
}

function describeUnknown(path: string, key: string, known: string[]): string {
  const nearest = nearestName(key, known, Math.ceil(key.length * 0.4))
  const advice = nearest ? `Did you mean ${path}${nearest}?` : 'Remove it, or correct its name.'
  return `There is no field named ${path}${key}. ${advice}`
}
