/** Adds the places of a country to the site, or removes them. Loading a country again updates it: ids and the names that admins gave stay. */

import findTimeZone from '@photostructure/tz-lookup'
import { sql } from 'kysely'
import { slugOf } from '../../../../catalog/slug.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { type Message, type MessageValues, msg, t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { raiseCatalogRevision } from '../settings/service.ts'
import { type GeoNamesCountry, type GeoNamesTown, readCountry } from './geonames.ts'
import { setTimeZones } from './load-catalog.ts'
import { storeTimeZoneOffsets } from './time-zone-offsets.ts'

/** Towns that one statement stores. */
const batchRows = 1_000
const defaultMinPopulation = 1_000

/** A sentence that is stored, and written in the language of whoever reads it. */
export type StoredSentence = { message: Message; values: MessageValues }

/** Why a country cannot be added or removed. */
export class CountryError extends AppError {
  readonly sentence: StoredSentence

  constructor(code: 'invalid' | 'conflict', sentence: StoredSentence) {
    super(code, t(sentence.message, sentence.values))
    this.sentence = sentence
  }
}

const lastCountry = msg('A site needs at least one country.')

export type LoadProgress = (done: number, total: number) => void | Promise<void>
type Loaded = { name: string; divisions: number; towns: number; added: number }

/** Throws `invalid` for a country that GeoNames does not have. All of it becomes visible at once. */
export async function addCountry(
  { kysely }: Database,
  code: string,
  {
    minPopulation = defaultMinPopulation,
    onProgress,
  }: { minPopulation?: number; onProgress?: LoadProgress } = {},
): Promise<Loaded> {
  const country = readCountry(code.toUpperCase(), minPopulation)
  if (!country)
    throw new CountryError('invalid', {
      message: msg(
        'There are no towns of {people} people or more for “{code}”. Please enter the two letters of a country, such as FR.',
      ),
      values: { people: minPopulation, code },
    })
  const { name, divisions, towns } = country
  const added = await kysely.transaction().execute(async (tx) => {
    await lockCatalog(tx)
    const countryId = await storeCountry(tx, country)
    const divisionIds = await storeDivisions(tx, countryId, country)
    let count = 0
    for (let at = 0; at < towns.length; at += batchRows) {
      count += await storeTowns(tx, divisionIds, towns.slice(at, at + batchRows))
      await onProgress?.(Math.min(at + batchRows, towns.length), towns.length)
    }
    await setTimeZones(tx, countryId)
    await storeTimeZoneOffsets(tx)
    await raiseCatalogRevision(tx)
    return count
  })
  return { name, divisions: divisions.length, towns: towns.length, added }
}

/** Removes a country with all of its places. Throws `conflict` if an ad is in it. Returns its name and the number of its towns. */
export async function removeCountry(
  { kysely }: Database,
  code: string,
): Promise<{ name: string; towns: number }> {
  return kysely.transaction().execute(async (tx) => {
    await lockCatalog(tx)
    const { rows } = await sql<{ id: number; name: string; ads: number; countries: number }>`
      select id, name, (select count(*) from listing where country_id = country.id)::int as ads,
        (select count(*) from country)::int as countries
      from country where code = ${code.toUpperCase()}`.execute(tx)
    const [country] = rows
    if (!country) throw notFound('country')
    if (country.ads > 0)
      throw new CountryError('conflict', {
        message: msg(
          '{ads, plural, one {# ad is} other {# ads are}} in {country}, deleted ones included. Retire the country instead: then nobody can choose it, and its ads stay.',
        ),
        values: { ads: country.ads, country: country.name },
      })
    if (country.countries === 1) throw new CountryError('conflict', { message: lastCountry, values: {} })
    await sql`delete from catalog_merge where level in ('country', 'state', 'city') and source_id in (
      select id from city where state_id in (select id from state where country_id = ${country.id})
      union all select id from state where country_id = ${country.id}) and not exists (
      select from merged_listing where merge_id = catalog_merge.id)`.execute(tx)
    const removed = await sql<{ towns: number }>`select remove_places(${country.id}) as towns`.execute(tx)
    await sql`delete from country where id = ${country.id}`.execute(tx)
    await raiseCatalogRevision(tx)
    return { name: country.name, towns: removed.rows[0]?.towns ?? 0 }
  })
}

/** Returns the countries of the site, with how many divisions and towns they have. */
export async function listSiteCountries({ kysely }: Database) {
  const { rows } = await sql<{
    code: string
    name: string
    term: string
    divisions: number
    towns: number
    retired: boolean
  }>`
    select code, name, coalesce(division_term, 'state') as term, retired_at is not null as retired,
      (select count(*) from state where country_id = country.id)::int as divisions,
      (select count(*) from city join state on state.id = state_id where country_id = country.id)::int as towns
    from country where merged_into is null order by position, id`.execute(kysely)
  return rows
}

/** Lets nobody else load places, or the files of the catalog, until the transaction ends. */
const lockCatalog = (tx: Connection) =>
  sql`select pg_advisory_xact_lock(hashtext('load_catalog'))`.execute(tx)

async function storeCountry(
  tx: Connection,
  { code, name, otherNames, term }: GeoNamesCountry,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into country (code, name, slug, position, other_names, division_term)
    values (${code}, ${name}, ${slugOf(name)}, (select coalesce(max(position), 0) + 1 from country), ${otherNames}, ${term})
    on conflict (code) do update set other_names = excluded.other_names, division_term = excluded.division_term
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Returns the ids of the divisions by their codes. One that an earlier version stored without a code has the name. */
async function storeDivisions(tx: Connection, countryId: number, { divisions }: GeoNamesCountry) {
  const slugs = new Set<string>()
  const values = divisions.map(({ code, name, otherNames }) => {
    const base = slugOf(name) || `division-${code.toLowerCase()}`
    const slug = slugs.has(base) ? `${base}-${code.toLowerCase()}` : base
    slugs.add(slug)
    return { code, name, other_names: otherNames, slug }
  })
  const { rows } = await sql<{ id: number; code: string }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(values)}::json) as r(code text, name text, other_names text[], slug text)
    ), known as (
      update state set code = given.code, other_names = given.other_names from given
      where state.country_id = ${countryId}
        and (state.code = given.code or (state.code is null and state.name = given.name))
      returning state.id, given.code
    ), added as (
      insert into state (country_id, name, slug, code, other_names)
      select ${countryId}, name, slug, code, other_names from given where code not in (select code from known)
      returning id, code
    )
    select * from known union all select * from added`.execute(tx)
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** Returns how many towns are new. A town that the site has without an id of GeoNames is known by its name. */
async function storeTowns(tx: Connection, divisionIds: ReadonlyMap<string, number>, towns: GeoNamesTown[]) {
  const values = towns.map((town) => ({
    geonames_id: town.id,
    state_id: divisionIds.get(town.division),
    name: town.name,
    other_names: town.otherNames,
    latitude: town.latitude,
    longitude: town.longitude,
    population: town.population,
    time_zone: findTimeZone(town.latitude, town.longitude),
  }))
  const { rows } = await sql<{ added: number }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(values)}::json) as r(geonames_id bigint, state_id int, name text,
        other_names text[], latitude float8, longitude float8, population int, time_zone text)
    ), known as (
      update city set latitude = given.latitude, longitude = given.longitude, population = given.population,
        time_zone = given.time_zone, other_names = given.other_names
      from given where city.geonames_id = given.geonames_id returning city.geonames_id
    ), added as (
      insert into city (geonames_id, state_id, name, other_names, latitude, longitude, population, time_zone)
      select * from given where geonames_id not in (select geonames_id from known)
      on conflict (state_id, name) do update set geonames_id = excluded.geonames_id, other_names = excluded.other_names
      where city.geonames_id is null
      returning xmax = 0 as is_new
    )
    select count(*)::int as added from added where is_new`.execute(tx)
  return rows[0]?.added ?? 0
}
