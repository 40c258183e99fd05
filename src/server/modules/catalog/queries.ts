import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import type { ListingField } from '../../../shared/listing-fields/field.ts'
import type { NamesByLanguage } from '../../../shared/own-names.ts'
import type { Connection, Database } from '../../platform/database/database.ts'

/** `retired`: offered nowhere, but its listings stay. `merged_into`: the entry for which it stands, or null. */
type Entry = { id: number; name: string; retired: boolean; merged_into: number | null }
export type StoredTopic = Entry & {
  slug: string
  kinds: Kind[]
  /** The name of an icon, and the hash of a drawing; empty for none. Subcategories have neither. */
  icon: string
  drawing: string
  /** Phrases, joined by a comma and a space. */
  synonyms: string
  /** The name that it began with; null if it still has it. */
  first_name: string | null
  /** The names and addresses that it had. `changed` is in seconds. */
  former: { name: string; slug: string; changed: number }[]
  names: NamesByLanguage
  /** The topic of the other level that it has become, or null. */
  became: number | null
}
/** `other_names` find the place as well. */
type Place = Entry & { other_names: string[]; time_zone: string | null }

export type StoredCatalog = {
  categories: StoredTopic[]
  subcategories: (StoredTopic & { category_id: number })[]
  countries: (Place & { slug: string; code: string; division_term: string | null })[]
  states: (Place & { slug: string; country_id: number })[]
  cities: (Place & { state_id: number; latitude: number; longitude: number; population: number })[]
  /** The fields of ads that have names in other languages. */
  namedFields: ListingField[]
  /** Differs if a place does. */
  placesVersion: string
  /** The merged topics and places whose listings are still moving. Topics and places have sequences of ids of their own. */
  moving: { isTopic: boolean; id: number }[]
}

const entry = sql`id, name, retired_at is not null as retired, merged_into`
const topic = sql`${entry}, slug, kinds, synonyms, names, first_name, became, (
  select coalesce(json_agg(json_build_object('name', was.name, 'slug', was.slug, 'changed', extract(epoch from was.changed))), '[]')
  from former_topic was where was.topic_id = id) as former`
const place = sql`${entry}, other_names || more_names as other_names, time_zone`

/** Reads the whole catalog as of one moment. Places that are as in `known` are the same objects. */
export const readCatalog = (
  { kysely }: Database,
  known: StoredCatalog | null = null,
): Promise<StoredCatalog> =>
  kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const read = async <Row>(query: RawBuilder<Row>) => (await query.execute(tx)).rows
      const [{ placesVersion = '' } = {}] = await read(sql<Pick<StoredCatalog, 'placesVersion'>>`
        select concat_ws(' ', (select sum(hashtextextended(country::text, 0)) from country),
          (select sum(hashtextextended(state::text, 0)) from state),
          (select sum(hashtextextended(city::text, 0)) from city)) as "placesVersion"`)
      const places = known?.placesVersion === placesVersion ? known : await readPlaces(tx)
      return {
        placesVersion,
        countries: places.countries,
        states: places.states,
        cities: places.cities,
        categories: await read(sql<StoredCatalog['categories'][number]>`
          select ${topic}, icon, case when drawing <> '' then md5(drawing) else '' end as drawing
          from category order by position, id`),
        subcategories: await read(sql<StoredCatalog['subcategories'][number]>`
          select ${topic}, '' as icon, '' as drawing, category_id from subcategory order by position, id`),
        namedFields: (
          await read(sql<{ field: ListingField }>`
            select definition as field from listing_field where jsonb_path_exists(definition, '$.**.names')`)
        ).map(({ field }) => field),
        moving: await read(sql<StoredCatalog['moving'][number]>`
          select distinct level in ('category', 'subcategory') as "isTopic", source_id as id from catalog_merge
          where finished is null and undoes is null`),
      }
    })

/** Towns that are read at once: a process serves requests meanwhile. */
const townsAtOnce = 1_000

async function readPlaces(tx: Connection): Promise<Pick<StoredCatalog, 'countries' | 'states' | 'cities'>> {
  const countries = await sql<StoredCatalog['countries'][number]>`
    select ${place}, slug, code, division_term from country order by position, id`.execute(tx)
  const states = await sql<StoredCatalog['states'][number]>`
    select ${place}, slug, country_id from state order by name`.execute(tx)
  const cities: StoredCatalog['cities'] = []
  await sql`
    declare town cursor for
    select ${place}, state_id, latitude, longitude, population from city order by name, population desc`.execute(
    tx,
  )
  for (;;) {
    const { rows } = await sql<StoredCatalog['cities'][number]>`
      fetch ${sql.lit(townsAtOnce)} from town`.execute(tx)
    cities.push(...rows)
    if (rows.length < townsAtOnce) return { countries: countries.rows, states: states.rows, cities }
  }
}
