/** Reads listings as search engines index them. */
import { type RawBuilder, sql } from 'kysely'
import { distanceUnitIn, toKm } from '../../../../shared/distance.ts'
import {
  chosenOf,
  type FieldValues,
  fieldsOf,
  hasChoices,
  hasRange,
  type ListingField,
  visibleValues,
  visitor,
} from '../../../../shared/listing-fields/field.ts'
import { engineChoice, engineNumber } from '../../../../shared/listing-fields/filters.ts'
import type { SiteFormat } from '../../../../shared/site-format.ts'
import { type Connection, type Database, placeholder } from '../../../platform/database/database.ts'
import { readFields } from '../../listing-fields/service.ts'
import { type DocumentDates, languageChoice, type SearchDocument } from '../engine.ts'

const instant = (expression: RawBuilder<unknown>) =>
  sql`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** The dates of `listing`, an event. One without a schedule lasts whole days. */
const documentDates: RawBuilder<DocumentDates> = sql`coalesce(
  (select json_build_object(
      'firstDay', min(start_date) filter (where current), 'lastDay', min(end_date) filter (where current),
      'startMinute', (extract(epoch from min(start_time) filter (where current)) / 60)::int,
      'endMinute', (extract(epoch from min(end_time) filter (where current)) / 60)::int,
      'endsAt', ${instant(sql`max(ends_at)`)},
      'series', case when count(*) > 1 then json_agg(json_build_array(start_date, end_date)) end)
    from event_occurrence where listing_id = listing.id having bool_or(current)),
  json_build_object('firstDay', listing.start_date, 'lastDay', listing.end_date, 'startMinute', null,
    'endMinute', null, 'endsAt', null, 'series', null))`

/** The columns of a `TextRow`. */
export const textColumns: RawBuilder<unknown> = sql`
  listing.id, listing.kind, listing.title, coalesce(listing.language, 'en') as language,
  concat_ws(' ', listing.description, (select nullif(venue_name, '') from event_details where listing_id = listing.id))
    as text,
  listing.fields as "values", listing.category_id::text as category, listing.subcategory_id::text as subcategory,
  (select code from country where id = listing.country_id and listing.city_id is not null) as "townCountry",
  (select value #>> '{}' from setting where key = 'distanceUnit') as "distanceUnit"`

/** The columns of a `DocumentRow`. */
export const documentColumns: RawBuilder<unknown> = sql`
  ${textColumns},
  coalesce(listing.subcategory_id, listing.category_id) as topic,
  coalesce(listing.city_id, listing.state_id, listing.country_id) as place,
  ${instant(sql`listing_order_time(listing)`)} as posted, listing.price,
  listing.images <> '[]' as pictures, listing.stale,
  case when listing.kind = 'event' then ${documentDates} end as dates`

/** What the text, the choices, and the numbers of a listing follow from. */
export type TextRow = Pick<SearchDocument, 'id' | 'kind' | 'title' | 'text'> & {
  language: string
  /** Null in a row that an earlier version stored. */
  values: FieldValues | null
  category: string
  subcategory: string | null
  /** The code of the country of its town, such as `US`; null without a town. */
  townCountry: string | null
  /** The setting; null for its default, missing in a row that an earlier version stored. */
  distanceUnit?: SiteFormat['distanceUnit'] | null
}
type OfFields = Pick<SearchDocument, 'choices' | 'numbers' | 'reachKm'>
export type DocumentRow = TextRow & Omit<SearchDocument, keyof OfFields>

/**
 * Returns a row as it is indexed, with those values of its fields that everyone may see. Read `fields` after the row: a later change of a
 * field queues its listings again, an earlier one may not.
 */
export function toDocument<Row extends TextRow>(
  { values, category, subcategory, townCountry, distanceUnit, ...row }: Row,
  fields: readonly ListingField[],
) {
  const own = fieldsOf(fields, row.kind, { category, subcategory })
  const ofFields: OfFields = { choices: [languageChoice(row.language)], numbers: {}, reachKm: null }
  let { text } = row
  const visible = visibleValues(own, values ?? {}, visitor)
  for (const field of own) {
    const value = visible[field.key]
    if (value === undefined) continue
    const chosen = chosenOf(field, value)
    ofFields.choices.push(...chosen.map(({ key }) => engineChoice(field, key)))
    const number = hasRange(field) ? engineNumber(field, String(value)) : Number.NaN
    if (Number.isFinite(number)) ofFields.numbers[field.key] = number
    if (field.searchable)
      text += ` ${hasChoices(field) ? chosen.map(({ label }) => label).join(' ') : String(value)}`
    if (field.role === 'travel-distance' && field.type === 'number' && townCountry)
      ofFields.reachKm = toKm(number, distanceUnitIn(townCountry, distanceUnit ?? 'country'))
  }
  return { ...row, ...ofFields, text }
}

/** The listings that searches find. The first condition is that of a partial index. */
export const isListed: RawBuilder<boolean> = sql`listing.status in ('active', 'reported') and not listing.archived`

/** Where a page of documents ends: the time of its last listing with all digits, and its id. */
export type PageEnd = { posted: string; id: string }

/** Returns the documents after the end of a page, from newest to oldest, and where they end; null for the last ones. */
export async function pageDocuments(
  { kysely, preparedQuery }: Database,
  after: PageEnd | null,
  limit: number,
): Promise<{ documents: SearchDocument[]; end: PageEnd | null }> {
  const compose = () => sql<DocumentRow & { exactPosted: string }>`
    select ${documentColumns}, to_char(listing.posted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "exactPosted"
    from listing
    where ${isListed}
      and (listing.posted, listing.id) < (${placeholder('posted')}::timestamptz, ${placeholder('id')}::uuid)
    order by listing.posted desc, listing.id desc limit ${placeholder('limit')}`
  const rows = await preparedQuery('search-documents', compose, { ...(after ?? beforeAll), limit })
  const last = rows.at(-1)
  const fields = await readFields(kysely)
  return {
    documents: rows.map(({ exactPosted: _, ...row }) => toDocument(row, fields)),
    end: last && rows.length === limit ? { posted: last.exactPosted, id: last.id } : null,
  }
}

const beforeAll: PageEnd = { posted: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Reads the document of a listing; null if visitors cannot see it. */
export async function findDocument(tx: Connection, id: string): Promise<SearchDocument | null> {
  const { rows } = await sql<DocumentRow>`
    select ${documentColumns} from listing where id = ${id} and ${isListed}`.execute(tx)
  return rows[0] ? toDocument(rows[0], await readFields(tx)) : null
}

/** Returns the dates of an event; null for a service. */
export async function findDocumentDates(tx: Connection, id: string): Promise<DocumentDates | null> {
  const { rows } = await sql<{ dates: DocumentDates | null }>`
    select case when kind = 'event' then ${documentDates} end as dates from listing where id = ${id}`.execute(
    tx,
  )
  return rows[0]?.dates ?? null
}

/** Reads what a listing was from its row as JSON, with the dates that an event had if they have changed. */
export async function readEarlierDocument(
  tx: Connection,
  { dates, ...row }: { dates?: DocumentDates | null },
): Promise<SearchDocument | null> {
  const { rows } = await sql<DocumentRow>`
    select ${documentColumns} from jsonb_populate_record(null::listing, ${JSON.stringify(row)}::jsonb) listing`.execute(
    tx,
  )
  const document = rows[0] ? toDocument(rows[0], await readFields(tx)) : null
  return document && dates !== undefined ? { ...document, dates } : document
}
