/** Loads the catalog files: categories into a new database, places unless their hash says that they are loaded. Never renames or removes any. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import findTimeZone from '@photostructure/tz-lookup'
import { sql } from 'kysely'
import type { Connection, Database } from '../../platform/database/database.ts'
import { nextTopicIds, readTopics, storeTopics } from './categories/queries.ts'
import { addSet, readSet, sizeOf } from './categories/sets.ts'
import { storeTimeZoneOffsets, timeZoneRules } from './time-zone-offsets.ts'

type PlacesFile = {
  code: string
  name: string
  slug: string
  states: {
    name: string
    slug: string
    cities: { name: string; latitude: number; longitude: number; population: number }[]
  }[]
}[]

const folder = new URL('../../../../catalog/', import.meta.url)

/** A change of what is derived from the files needs a new one. */
const derivedVersion = 'time zones with offsets'

/** Returns false if these files were already loaded. */
export async function loadCatalog({ kysely }: Database): Promise<boolean> {
  const places = await readFile(new URL('places.json', folder), 'utf8')
  const hash = createHash('sha256')
    .update(places)
    .update(derivedVersion + timeZoneRules)
    .digest('hex')
  return kysely.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('load_catalog'))`.execute(tx)
    const { rows } = await sql`select from catalog_load where hash = ${hash}`.execute(tx)
    if (rows.length > 0) return false
    const isFirst = (await sql`select from catalog_load limit 1`.execute(tx)).rows.length === 0
    if (isFirst) await addFirstCategories(tx)
    await addPlaces(tx, await placesToLoad(tx, JSON.parse(places) as PlacesFile, isFirst))
    await sql`insert into catalog_load (hash) values (${hash})`.execute(tx)
    return true
  })
}

/** Adds the set of a new site. What admins then make of it stays, whatever later versions of the files say. */
async function addFirstCategories(tx: Connection) {
  const set = await readSet('full')
  const topics = await readTopics(tx)
  await storeTopics(tx, addSet(topics, set, await nextTopicIds(tx, sizeOf(set))).all)
}

/** A country that an operator has removed stays away. */
async function placesToLoad(tx: Connection, file: PlacesFile, isFirst: boolean): Promise<PlacesFile> {
  if (isFirst) return file
  const { rows } = await sql<{ code: string }>`select code from country`.execute(tx)
  return file.filter((country) => rows.some(({ code }) => code === country.code))
}

async function addPlaces(tx: Connection, countries: PlacesFile) {
  const rows = countries.map(({ code, name, slug }, position) => ({ code, name, slug, position }))
  await sql`
    insert into country (code, name, slug, position)
    select code, name, slug, position
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(code text, name text, slug text, position int)
    order by position
    on conflict (code) do update set position = excluded.position`.execute(tx)
  const states = countries.flatMap(({ code, states }) =>
    states.map(({ name, slug }) => ({ country: code, name, slug })),
  )
  await sql`
    insert into state (country_id, name, slug)
    select country.id, r.name, r.slug
    from json_to_recordset(${JSON.stringify(states)}::json) as r(country text, name text, slug text)
    join country on country.code = r.country
    on conflict (country_id, name) do nothing`.execute(tx)
  const cities = countries.flatMap(({ code, states }) =>
    states.flatMap((state) =>
      state.cities.map((city) => ({
        country: code,
        state: state.name,
        ...city,
        time_zone: findTimeZone(city.latitude, city.longitude),
      })),
    ),
  )
  await sql`
    insert into city (state_id, name, latitude, longitude, population, time_zone)
    select state.id, r.name, r.latitude, r.longitude, r.population, r.time_zone
    from json_to_recordset(${JSON.stringify(cities)}::json)
      as r(country text, state text, name text, latitude float8, longitude float8, population int, time_zone text)
    join country on country.code = r.country
    join state on state.country_id = country.id and state.name = r.state
    on conflict (state_id, name) do update
      set population = excluded.population, latitude = excluded.latitude, longitude = excluded.longitude,
        time_zone = excluded.time_zone`.execute(tx)
  await setTimeZones(tx)
  await storeTimeZoneOffsets(tx)
}

/** States and countries have the time zone of their largest city. Without a country, sets those of all. */
export async function setTimeZones(tx: Connection, countryId?: number) {
  const where = (column: string) =>
    countryId === undefined ? sql`` : sql`where ${sql.ref(column)} = ${countryId}`
  await sql`
    update state set time_zone = (
      select time_zone from city where state_id = state.id order by population desc, id limit 1)
    ${where('country_id')}`.execute(tx)
  await sql`
    update country set time_zone = (
      select city.time_zone from city join state on state.id = city.state_id
      where state.country_id = country.id order by population desc, city.id limit 1)
    ${where('id')}`.execute(tx)
}
