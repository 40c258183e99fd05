/** Translates what a request sends to post or change a listing. Throws `invalid` for what cannot be stored. */

import { AppError, invalidFields } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { FieldTopic, FieldValues, ListingField } from '../../../shared/listing-fields/field.ts'
import type { CheckOptions } from '../../../shared/listing-fields/values.ts'
import {
  type EventUpdate,
  missingChoices,
  type NewEvent,
  type NewService,
  type ServiceUpdate,
} from '../../../shared/listing-input.ts'
import type { SiteSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import { toStored } from '../listing-fields/service.ts'
import { languageColumn } from './language.ts'
import type { ListingColumns } from './writes.ts'

export type ListingInput = NewService | NewEvent | ServiceUpdate | EventUpdate

type ColumnOptions = Pick<CheckOptions, 'allowMissing'> & {
  catalog: Catalog
  /** Tags of the site's. */
  languages: SiteSettings['languages']
  /** All fields of the site. */
  fields: readonly ListingField[]
  kind: Kind
  /** The values of the listing's fields. With an update, everything that the catalog offers must be chosen. Null for a new listing. */
  stored: FieldValues | null
  /** The topic and the place that a listing has, and so can keep; null for a new listing. Missing: any will do. */
  before?: Taxonomy['ids'] | null
}

/** Returns the columns of `listing` for this input. */
export function toColumns(input: ListingInput, options: ColumnOptions): ListingColumns {
  const { catalog, kind, stored, before, languages } = options
  const ids = resolveTaxonomy(catalog, input, { update: stored !== null })
  if (before !== undefined) requireOffered(catalog, kind, ids, before)
  const { title, description, price, price_unit, messages_only, author = {} } = input
  return {
    title,
    description,
    price,
    price_unit,
    messages_only,
    ...author,
    ...('startDate' in input && { start_date: input.startDate, end_date: input.endDate }),
    ...('event_availability' in input && { event_availability: input.event_availability }),
    ...ids,
    fields: fieldsColumn(input.fields, ids, options),
    language: languageColumn(input, { isNew: stored === null, languages }),
  }
}

/** Throws `invalid` for a topic that nobody can choose for this kind, or a place, unless the listing has it already. */
function requireOffered(catalog: Catalog, kind: Kind, ids: Taxonomy['ids'], before: Taxonomy['ids'] | null) {
  const isKept = (...parts: (keyof Taxonomy['ids'])[]) => parts.every((part) => before?.[part] === ids[part])
  const category = isKept('category_id', 'subcategory_id') ? null : catalog.topicRefusal(kind, ids)
  if (category) throw invalidFields({ category })
  const country = isKept('country_id', 'state_id', 'city_id') ? null : catalog.placeRefusal(ids)
  if (country) throw invalidFields({ country })
}

/** Returns undefined for what needs no change: an update without fields, and a new listing without values. */
function fieldsColumn(
  input: ListingInput['fields'],
  ids: Taxonomy['ids'],
  { stored, ...options }: ColumnOptions,
): ListingColumns['fields'] {
  if (stored !== null && input === undefined) return undefined
  const values = toStored(input ?? {}, { ...options, topic: topicOf(ids), stored: stored ?? {} })
  return stored === null && Object.keys(values).length === 0 ? undefined : values
}

/** Returns the topic of a row as fields name it. */
export const topicOf = ({
  category_id,
  subcategory_id,
}: Pick<Taxonomy['ids'], 'category_id' | 'subcategory_id'>): FieldTopic => ({
  category: String(category_id),
  subcategory: subcategory_id === null ? null : String(subcategory_id),
})

type TaxonomyInput = {
  category: string
  country: string
  subcategory?: string | null | undefined
  state?: string | null | undefined
  city?: string | null | undefined
}
const optionalParts = ['subcategory', 'state', 'city'] as const

/** Returns the ids of these names. Throws `invalid` with a message for each that is unknown in its place, or missing. */
function resolveTaxonomy(
  catalog: Catalog,
  input: TaxonomyInput,
  options: { update: boolean },
): Taxonomy['ids'] {
  const { category, country } = input
  const [subcategory, state, city] = optionalParts.map((part) => input[part] || undefined)
  const names = { category, subcategory, country, state, city }
  const ids = catalog.idsOf(names)
  const firstId = (part: keyof typeof ids) => ids[part]?.[0] ?? null

  const fields: Record<string, string> = {
    ...missingChoices(names, catalog.availableChoices(names), options),
    ...(city && !state && { state: t('Please choose the state that this city is in.') }),
  }
  for (const [part, found] of Object.entries(ids)) {
    if (found.length === 0) fields[part] = doesNotExist(part)
  }
  const category_id = firstId('category')
  const country_id = firstId('country')
  if (category_id === null || country_id === null || Object.keys(fields).length > 0)
    throw invalidFields(fields)
  return {
    category_id,
    subcategory_id: firstId('subcategory'),
    country_id,
    state_id: firstId('state'),
    city_id: firstId('city'),
  }
}

const doesNotExist = (part: string): string =>
  t(
    '{part, select, category {This category does not exist. Please choose one from the list.} subcategory {This subcategory does not exist. Please choose one from the list.} country {This country does not exist. Please choose one from the list.} state {This state does not exist. Please choose one from the list.} other {This city does not exist. Please choose one from the list.}}',
    { part },
  )

/** Returns the parsed `Idempotency-Key` header; null without one. */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (/^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new AppError(
    'invalid',
    t('Idempotency-Key must be 1 to 200 letters, digits, and symbols, without spaces.'),
  )
}

/** Returns the version in the `If-Match` header, such as `3`, `"3"`, or `W/"3"`; undefined if any matches. */
export function parseIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^(?:W\/)?("?)(\d{1,9})\1$/.exec(header.trim())?.[2]
  if (version) return Number(version)
  throw new AppError('invalid', t('If-Match must be the version of the listing, such as "3".'))
}

/** Returns the audit event of an admin's edit, with the old and new values of the fields that changed. */
export function editEvent(before: Record<string, unknown> & { _id: string }, input: object) {
  const after = input as Record<string, unknown>
  const changed = Object.keys(after).filter(
    (name) =>
      name in before && name !== 'author' && name !== 'version' && !isEqual(before[name], after[name]),
  )
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]))
  return {
    action: 'listing.edit' as const,
    target: { type: 'listing' as const, id: before._id },
    before: pick(before),
    after: pick(after),
  }
}

const isEqual = (before: unknown, after: unknown) =>
  after === undefined || JSON.stringify(before ?? null) === JSON.stringify(after ?? null)
