/** The table of fields as this site has it, and the values of listings. Every module that reads or stores a value uses this. */
import { sql } from 'kysely'
import { invalidFields } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import {
  type FieldReader,
  type FieldTopic,
  type FieldValue,
  type FieldValues,
  fieldsOf,
  type ListingField,
  mergeFields,
  visibleValues,
} from '../../../shared/listing-fields/field.ts'
import { shippedFields } from '../../../shared/listing-fields/shipped.ts'
import { checkValues, keepRetired } from '../../../shared/listing-fields/values.ts'
import { type CacheSources, createTagCache } from '../../platform/cache/tag-cache.ts'
import type { Connection, Database } from '../../platform/database/database.ts'

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

  /** Returns all fields in their order, retired ones too, as of now. */
  async function all(): Promise<ListingField[]> {
    if (!cache) return readFields(database.kysely)
    // A change of a field is a change of everything, which has no tag.
    return (
      await cache.get('fields', (tracker) => {
        tracker.addTags([])
        return readFields(database.kysely)
      })
    ).value
  }

  return {
    all,

    /** Returns the fields that listings of a kind on a topic have. */
    of: async (kind: Kind, topic: FieldTopic): Promise<ListingField[]> => fieldsOf(await all(), kind, topic),

    /** Returns what is stored for `fields` of a request. Throws `invalid` with a sentence for each wrong value. */
    async toStored(
      kind: Kind,
      topic: FieldTopic,
      input: Readonly<Record<string, unknown>> | undefined,
      stored: FieldValues = {},
    ): Promise<Record<string, FieldValue> | undefined> {
      const fields = await all()
      const given = input ?? stored
      const { values, errors } = checkValues(fieldsOf(fields, kind, topic), given, { stored })
      const sentences = Object.entries(errors).map(([key, sentence]) => [`fields.${key}`, sentence] as const)
      if (sentences.length > 0) throw invalidFields(Object.fromEntries(sentences))
      return keepRetired(fields, stored, values)
    },

    /** Returns the values that a reader may see. */
    async visible(values: FieldValues, reader: FieldReader): Promise<Record<string, FieldValue>> {
      return visibleValues(await all(), values, reader)
    },
  }
}

/** Reads the table of fields in its order. */
export async function readFields(connection: Connection): Promise<ListingField[]> {
  const { rows } = await sql<{ changed: ListingField[]; keys: string[] }>`
    select keys, coalesce((select json_agg(definition order by key) from listing_field), '[]') as changed
    from listing_field_order`.execute(connection)
  const { changed = [], keys = [] } = rows[0] ?? {}
  const placeOf = (key: string) => {
    const place = keys.indexOf(key)
    return place < 0 ? keys.length : place
  }
  return mergeFields(shippedFields, changed).sort((a, b) => placeOf(a.key) - placeOf(b.key))
}
