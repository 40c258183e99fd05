import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createListing, createManyListings } from '../../test/support/data/factories.ts'
import { createDatabase, createTestApp } from '../../test/support/site/app.ts'
import { readConfig } from '../server/config/environment.ts'
import { addPlaces, listPlaces, removePlaces } from './places.ts'

const config = readConfig({ NODE_ENV: 'test' })

test('a country is added with progress, again without other ids, and removed while it has no ads', async () => {
  const progress: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => progress.push(String(text)) > 0)
  const { database } = await createDatabase()
  const idsOf = async () => {
    const { rows } = await sql`select city.id, city.name from city join state on state.id = state_id
      join country on country.id = country_id where country.code = 'CH' order by 1`.execute(database.kysely)
    return rows
  }
  const added = await addPlaces.run(database, 'ch', config, { 'min-population': '5000' })
  expect(added).toMatch(/^Switzerland has 26 divisions and \d+ towns, of which \d+ are new/)
  expect(progress.join('')).toMatch(/of \d+ towns stored/)
  const before = await idsOf()
  expect(before.length).toBeGreaterThan(200)
  expect(await addPlaces.run(database, 'CH', config, { 'min-population': '5000' })).toContain(
    'of which 0 are new',
  )
  expect(await idsOf()).toEqual(before)
  expect(await listPlaces.run(database, undefined, config)).toMatch(
    /CH {2}Switzerland: 26 × canton, \d+ towns/,
  )

  const site = await createTestApp(database)
  await createListing(database, {
    title: 'Ski lessons',
    country: 'Switzerland',
    state: 'Zurich',
    city: 'Zürich',
  })
  for (const city of ['Zürich', 'zurich'])
    expect(
      (await site.get(`/servicesbyfilter?country=Switzerland&city=${encodeURIComponent(city)}`)).body,
    ).toMatchObject({
      services: [{ title: 'Ski lessons' }],
    })
  await expect(removePlaces.run(database, 'CH', config)).rejects.toThrow('1 ad is in Switzerland')
  await sql`delete from listing`.execute(database.kysely)
  expect(await removePlaces.run(database, 'CH', config)).toMatch(/^Removed Switzerland with \d+ towns\.$/)
  expect(await idsOf()).toEqual([])
})

test('removing a country does not read all ads for each of its towns', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { database } = await createDatabase()
  await createManyListings(database, 2_000)
  await addPlaces.run(database, 'CH', config, { 'min-population': '5000' })
  await removePlaces.run(database, 'CH', config)
  const numberOf = async (count: 'seq_scan' | 'n_tup_del', table: string) => {
    const { rows } = await sql<{ count: number }>`
      select ${sql.ref(count)}::int as count, pg_stat_force_next_flush() from pg_stat_user_tables
      where relname = ${table}`.execute(database.kysely)
    return rows[0]?.count
  }
  // Statistics are published a little later.
  await expect.poll(() => numberOf('n_tup_del', 'city'), { timeout: 20_000 }).toBeGreaterThan(200)
  expect(await numberOf('seq_scan', 'listing')).toBeLessThan(100)
})

test.each([
  ['XX', {}, 'There are no towns'],
  [undefined, {}, 'Enter the two letters'],
  ['FR', { 'min-population': 'many' }, 'Enter a whole number'],
])('refuses %s with %j', async (code, options, sentence) => {
  const { database } = await createDatabase()
  await expect(addPlaces.run(database, code, config, options)).rejects.toThrow(sentence)
})
