import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { homeCategories } from '../../../shared/settings/default-values.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { loadCatalog } from './load-catalog.ts'
import { removeCountry } from './load-country.ts'

let database: Database
const loaded: boolean[] = []
beforeAll(async () => {
  database = (await createDatabase('empty')).database
  await migrate(database)
  loaded.push(await loadCatalog(database))
})

const tables = ['category', 'subcategory', 'country', 'state', 'city'] as const

async function numberOfRows() {
  const counts = tables.map((table) =>
    sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(database.kysely),
  )
  return (await Promise.all(counts)).map(({ rows }) => rows[0]?.count)
}

test('loads once, and returns false the second time', async () => {
  const before = await numberOfRows()
  expect(loaded).toEqual([true])
  expect(await loadCatalog(database)).toBe(false)
  expect(await numberOfRows()).toEqual(before)
})

test('adds no duplicates and keeps ids when changed files are loaded', async () => {
  const ids = async () => (await sql`select id, name from city order by id`.execute(database.kysely)).rows
  const before = { rows: await numberOfRows(), ids: await ids() }
  await sql`delete from catalog_load`.execute(database.kysely)
  expect(await loadCatalog(database)).toBe(true)
  expect({ rows: await numberOfRows(), ids: await ids() }).toEqual(before)
})

test('loads once when called concurrently', async () => {
  const before = await numberOfRows()
  await sql`delete from catalog_load`.execute(database.kysely)
  const results = await Promise.all([loadCatalog(database), loadCatalog(database)])
  expect(results.sort()).toEqual([false, true])
  expect(await numberOfRows()).toEqual(before)
})

describe('the catalog of a new site', () => {
  const rowsOf = async <Table extends (typeof tables)[number]>(table: Table) =>
    (
      await sql<{ id: number; name: string; slug: string }>`select * from ${sql.table(table)}`.execute(
        database.kysely,
      )
    ).rows

  test('has the seven categories of the home page with their exact names', async () => {
    const names = (await rowsOf('category')).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...homeCategories]))
  })

  test('has at least 16 categories, each with 5 to 12 subcategories', async () => {
    const { rows } = await sql<{ name: string; subcategories: number }>`
      select category.name, count(*) as subcategories
      from category join subcategory on category_id = category.id group by category.name`.execute(
      database.kysely,
    )
    expect(rows.length).toBeGreaterThanOrEqual(16)
    expect(rows).toHaveLength((await rowsOf('category')).length)
    expect(rows.filter(({ subcategories }) => subcategories < 5 || subcategories > 12)).toEqual([])
  })

  test('has unique subcategory names, so that a name alone identifies one', async () => {
    const names = (await rowsOf('subcategory')).map(({ name }) => name.toLowerCase())
    expect(names).toHaveLength(new Set(names).size)
  })

  test.each(['category', 'subcategory', 'country', 'state'] as const)(
    'has a unique, non-numeric slug for every %s',
    async (table) => {
      const rows = await rowsOf(table)
      for (const { slug } of rows) {
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slug).not.toMatch(/^\d+$/)
      }
      expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length)
    },
  )

  test('has the fifty states and the District of Columbia, each with a city', async () => {
    const { rows } = await sql<{ name: string; cities: number }>`
      select state.name, count(city.id) as cities from state
      join country on country.id = country_id left join city on city.state_id = state.id
      where country.code = 'US' group by state.name`.execute(database.kysely)
    const names = rows.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Alaska', 'Hawaii', 'Wyoming', 'New York', 'Rhode Island']))
    expect(names.some((name) => /District of Columbia|Washington, D\.?C/.test(name))).toBe(true)
    expect(names).toHaveLength(51)
    expect(rows.filter(({ cities }) => cities === 0)).toEqual([])
  })

  test('has plausible coordinates for every city', async () => {
    const { rows } = await sql`
      select name from city
      where not (latitude between 15 and 85 and longitude between -180 and -50) or population < 1`.execute(
      database.kysely,
    )
    expect(rows).toEqual([])
  })

  test('has only trimmed, well-formed names', async () => {
    for (const table of tables) {
      const names = (await rowsOf(table)).map(({ name }) => name)
      expect(
        names.filter((name) => name !== name.trim() || !name.isWellFormed() || name.includes('\ufffd')),
      ).toEqual([])
    }
  })
})

test('a later version does not bring back a country that was removed', async () => {
  const { kysely } = database
  const codes = async () =>
    (await sql<{ code: string }>`select code from country order by 1`.execute(kysely)).rows.map(
      ({ code }) => code,
    )
  expect(await codes()).toEqual(['CA', 'US'])
  await removeCountry(database, 'CA')
  await sql`update catalog_load set hash = 'earlier'`.execute(kysely)
  expect(await loadCatalog(database)).toBe(true)
  expect(await codes()).toEqual(['US'])
})
