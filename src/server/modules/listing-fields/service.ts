/** The table of fields as this site has it, and what is stored of a request. Every module that reads or stores a value uses this. */
import { sql } from 'kysely'
import { invalidFields } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import {
  type FieldTopic,
  type FieldValue,
  fieldsOf,
  type ListingField,
  plainField,
} from '../../../shared/listing-fields/field.ts'
import { shippedFields } from '../../../shared/listing-fields/shipped.ts'
import { type CheckOptions, checkValues } from '../../../shared/listing-fields/values.ts'
import { type CacheSources, createTagCache } from '../../platform/cache/tag-cache.ts'
import type { Connection, Database } from '../../platform/database/database.ts'

/** An older version of the program left out what it did not know. */
export const completeField = (stored: ListingField): ListingField => ({ ...plainField, ...stored })

/** Reads the table of fields in its order, retired ones too. */
export async function readFields(connection: Connection): Promise<ListingField[]> {
  const { rows } = await sql<{ changed: ListingField[]; keys: string[] }>`
    select keys, coalesce((select json_agg(definition order by key) from listing_field), '[]') as changed
    from listing_field_order`.execute(connection)
  const { changed = [], keys = [] } = rows[0] ?? {}
  const placeOf = (key: string) => {
    const place = keys.indexOf(key)
    return place < 0 ? keys.length : place
  }
  // A change takes the place of what the program ships.
  const fields = new Map([...shippedFields, ...changed.map(completeField)].map((field) => [field.key, field]))
  return [...fields.values()].sort((a, b) => placeOf(a.key) - placeOf(b.key))
}

/** More than 50 fields with 100 choices have. */
const maxBytes = 4_000_000

type Options = {
  database: Database
  /** If null, the fields are read for each request. */
  caches: CacheSources | null
}

export type ListingFields = ReturnType<typeof createListingFields>

export function createListingFields({ database, caches }: Options) {
  const cache =
    caches &&
    createTagCache<ListingField[], ListingField[]>({
      ...caches,
      maxBytes,
      toStored: (fields) => fields,
      bytesOf: (fields) => JSON.stringify(fields).length,
    })

  return {
    /** Returns all fields in their order, retired ones too, as of now. */
    async all(): Promise<ListingField[]> {
      if (!cache) return readFields(database.kysely)
      // A change of a field is a change of everything, which has no tag.
      return (
        await cache.get('fields', (tracker) => {
          tracker.addTags([])
          return readFields(database.kysely)
        })
      ).value
    },
  }
}

type StoringOptions = CheckOptions & {
  /** All fields of the site. */
  fields: readonly ListingField[]
  kind: Kind
  topic: FieldTopic
}

/** Returns what is stored for `fields` of a request. Throws `invalid` with a sentence for each wrong value. */
export function toStored(
  input: Readonly<Record<string, unknown>>,
  { fields, kind, topic, ...options }: StoringOptions,
): Record<string, FieldValue> {
  const own = fieldsOf(fields, kind, topic)
  const { values, errors } = checkValues(own, input, options)
  const sentences = Object.entries(errors).map(([key, sentence]) => [`fields.${key}`, sentence] as const)
  if (sentences.length > 0) throw invalidFields(Object.fromEntries(sentences))
  // Nobody could change the values of retired fields.
  const { stored = {} } = options
  const kept = fields.flatMap(({ key, retired }) => (retired && key in stored ? [[key, stored[key]]] : []))
  return { ...Object.fromEntries(kept), ...values }
}
