/** The table of fields as this site has it, and what is stored of a request. Every module that reads or stores a value uses this. */
import { invalidFields } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import {
  type FieldTopic,
  type FieldValue,
  type FieldValues,
  fieldsOf,
  type ListingField,
} from '../../../shared/listing-fields/field.ts'
import { checkValues, keepRetired } from '../../../shared/listing-fields/values.ts'
import { type CacheSources, createTagCache } from '../../platform/cache/tag-cache.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { readFields as read } from './queries.ts'

export type { FieldChanges } from './changes.ts'

/** Reads the table of fields of a database, also where nothing is cached. */
export const readFields: (connection: Connection) => Promise<ListingField[]> = read

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

type StoringOptions = {
  /** All fields of the site. */
  fields: readonly ListingField[]
  kind: Kind
  topic: FieldTopic
  /** The values of the listing; none for a new one. */
  stored?: FieldValues
  /** For what no person fills in, such as an import. */
  allowMissing?: boolean
}

/** Returns what is stored for `fields` of a request. Throws `invalid` with a sentence for each wrong value. */
export function toStored(
  input: Readonly<Record<string, unknown>>,
  { fields, kind, topic, stored = {}, allowMissing = false }: StoringOptions,
): Record<string, FieldValue> {
  const own = fieldsOf(fields, kind, topic)
  const { values, errors } = checkValues(own, input, { stored, allowMissing })
  const sentences = Object.entries(errors).map(([key, sentence]) => [`fields.${key}`, sentence] as const)
  if (sentences.length > 0) throw invalidFields(Object.fromEntries(sentences))
  return keepRetired(fields, stored, values)
}
