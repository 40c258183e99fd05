/** Reads and writes places: the rows of `country`, `state`, and `city`, of which each has a parent on the level before. */
import { sql } from 'kysely'
import type { Place, PlaceLevel } from '../../../../shared/places/place.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { storeTimeZoneOffsets } from '../time-zone-offsets.ts'

/** All places that are not merged, as one table. */
const allPlaces = sql`(
  select id, 'country' as level, null::int as parent, name, slug, more_names as "moreNames", null::float8 as latitude,
    null::float8 as longitude, retired_at is not null as retired, position from country where merged_into is null
  union all
  select id, 'state', country_id, name, slug, more_names, null, null, retired_at is not null, 0 from state where merged_into is null
  union all
  select id, 'city', state_id, name, '', more_names, latitude, longitude, retired_at is not null, 0 from city where merged_into is null
)`
const columns = sql`id, level, parent, name, slug, "moreNames", latitude, longitude, retired`

/** Reads the places with these ids, and those above, beside, and below them. */
export async function readPlaces(connection: Connection, ids: readonly number[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    with place as materialized (
      select ${columns} from ${allPlaces} place where id = any(${ids}::int[])
    ), parent as materialized (
      select parent as id from place where parent is not null
    )
    select ${columns} from ${allPlaces} near
    where id in (select id from place union select id from parent
        union select country_id from state where id in (select id from parent))
      or parent in (select id from parent union select id from place)
      or (parent is null and exists (select from place where level = 'country'))`.execute(connection)
  return rows
}

/** Returns those of these ids, in their order. */
export async function listPlaces(connection: Connection, ids: readonly number[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select ${columns} from ${allPlaces} place where id = any(${ids}::int[])
    order by array_position(${ids}::int[], id)`.execute(connection)
  return rows
}

/** Returns the place of an id, or the one for which that stands; null if there is none. */
export async function findPlace(connection: Connection, id: number): Promise<Place | null> {
  const { rows } = await sql<{ id: number }>`
    with recursive merged as (
      select id, merged_into from state where merged_into is not null
      union all select id, merged_into from city where merged_into is not null
    ), followed as (
      select ${id}::int as id union select merged_into from followed join merged using (id)
    )
    select id from followed where id not in (select id from merged)`.execute(connection)
  const [place = null] = await listPlaces(
    connection,
    rows.map(({ id }) => id),
  )
  return place
}

type Range = { limit: number; offset: number }

/** Pages through the places of a parent, or the countries: in the order of their names, retired ones last. */
export async function pagePlaces(connection: Connection, parent: number | null, { limit, offset }: Range) {
  const condition = parent === null ? sql`parent is null` : sql`parent = ${parent}`
  const { rows } = await sql<Place & { total: number }>`
    select ${columns}, count(*) over ()::int as total from ${allPlaces} place where ${condition}
    order by retired, position, name, id limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(
    connection,
  )
  return { places: rows.map(({ total: _, ...place }): Place => place), total: rows[0]?.total ?? 0 }
}

/** Returns how many public listings, and how many places, each of these places has. */
export async function countIn(connection: Connection, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; listings: number; places: number }>`
    select place.id, (
        select coalesce(sum(change), 0) from listing_count where place_id = place.id and topic_id = 0)::int as listings,
      (select count(*) from state where country_id = place.id and merged_into is null)::int
        + (select count(*) from city where state_id = place.id and merged_into is null)::int as places
    from unnest(${ids}::int[]) as place(id)`.execute(connection)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Returns the ids of the countries by their codes. */
export async function readCountryIds(connection: Connection): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; id: string }>`select code, id::text from country`.execute(
    connection,
  )
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** Returns the divisions of a country. */
export async function listDivisions(connection: Connection, country: number) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text, name from state where country_id = ${country} and merged_into is null order by name`.execute(
    connection,
  )
  return rows
}

/** Reserves the ids of new places. */
export async function nextPlaceIds(tx: Connection, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('place_id_seq')::int as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => id)
}

const retiredAt = (table: string) =>
  sql`case when excluded.retired_at is not null then coalesce(${sql.ref(`${table}.retired_at`)}, now()) end`
const retiredNow = sql`case when retired then now() end`

/** Stores new places and changed ones. No country is new. */
export async function storePlaces(tx: Connection, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  await freeNames(tx, places)
  const of = (level: PlaceLevel) => JSON.stringify(places.filter((place) => place.level === level))
  await sql`
    update country set name = given.name, more_names = given."moreNames",
      retired_at = case when given.retired then coalesce(retired_at, now()) end
    from json_to_recordset(${of('country')}::json) as given(id int, name text, "moreNames" text[], retired boolean)
    where country.id = given.id`.execute(tx)
  await sql`
    insert into state (id, country_id, name, slug, more_names, retired_at, time_zone)
    select id, parent, name, slug, "moreNames", ${retiredNow}, (select time_zone from country where country.id = parent)
    from json_to_recordset(${of('state')}::json) as given(id int, parent int, name text, slug text, "moreNames" text[], retired boolean)
    on conflict (id) do update set name = excluded.name, more_names = excluded.more_names, retired_at = ${retiredAt('state')}`.execute(
    tx,
  )
  await storeTowns(tx, places)
}

async function storeTowns(tx: Connection, places: readonly Place[]) {
  const towns = places.filter(({ level }) => level === 'city')
  if (towns.length === 0) return
  // Loaded when needed, because it has the time zones of all coordinates.
  const { default: findTimeZone } = await import('@photostructure/tz-lookup')
  const given = towns.map((town) => ({
    ...town,
    time_zone: findTimeZone(town.latitude ?? 0, town.longitude ?? 0),
  }))
  await sql`
    insert into city (id, state_id, name, more_names, latitude, longitude, population, time_zone, retired_at)
    select id, parent, name, "moreNames", latitude, longitude, 0, time_zone, ${retiredNow}
    from json_to_recordset(${JSON.stringify(given)}::json) as given(id int, parent int, name text, "moreNames" text[],
      latitude float8, longitude float8, time_zone text, retired boolean)
    on conflict (id) do update set name = excluded.name, more_names = excluded.more_names, latitude = excluded.latitude,
      longitude = excluded.longitude, time_zone = excluded.time_zone, retired_at = ${retiredAt('city')}`.execute(
    tx,
  )
  const zones = [...new Set(given.map(({ time_zone }) => time_zone))]
  const { rows: known } = await sql`
    select distinct time_zone from time_zone_offset where time_zone = any(${zones})`.execute(tx)
  // It takes a second, and most places are in a zone that the site has.
  if (known.length < zones.length) await storeTimeZoneOffsets(tx)
}

/** Merged places keep their rows, so one may have the name or the address of a new place. It gets others, which nobody sees. */
async function freeNames(tx: Connection, places: readonly Place[]) {
  const names = JSON.stringify(places.map(({ level, parent, name, slug }) => ({ level, parent, name, slug })))
  const given = sql`json_to_recordset(${names}::json) as given(level text, parent int, name text, slug text)`
  await sql`
    update state set name = left(state.name, 100) || ' #' || id, slug = left(state.slug, 100) || '-merged-' || id
    from ${given} where merged_into is not null and given.level = 'state' and country_id = given.parent
      and (state.name = given.name or state.slug = given.slug)`.execute(tx)
  await sql`
    update city set name = left(city.name, 100) || ' #' || id
    from ${given} where merged_into is not null and given.level = 'city' and state_id = given.parent
      and city.name = given.name`.execute(tx)
}

/** Deletes new places again. Violates a foreign key if something still has one. */
export async function deletePlaces(tx: Connection, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true
  await sql`delete from city where id = any(${ids}::int[])`.execute(tx)
  await sql`delete from state where id = any(${ids}::int[])`.execute(tx)
  return true
}
