import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { listCalls, listUrl } from '../../../../test/support/checks/list-calls.ts'
import { createListing, createManyListings, setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { compactCounts } from './maintenance.ts'

let site: TestApp
beforeEach(async () => {
  site = await createTestApp()
})

const totalOf = async (path: string) => {
  const { body } = await site.get<{ total: number }>(path)
  return body.total
}

/** Returns the stored counts that differ from counting the listings. */
async function wrongCounts(): Promise<unknown[]> {
  const { rows } = await sql`
    select kind, topic_id, place_id, stored.total as stored, counted.total as counted
    from (
      select kind, topic_id, place_id, sum(change) as total from listing_count
      group by kind, topic_id, place_id having sum(change) <> 0
    ) stored
    full join (
      select kind, topic_id, place_id, count(*) as total
      from listing, unnest(array[0, category_id, subcategory_id]) topic_id,
        unnest(array[0, country_id, state_id, city_id]) place_id
      where status in ('active', 'reported') and topic_id is not null and place_id is not null
      group by kind, topic_id, place_id
    ) counted using (kind, topic_id, place_id)
    where stored.total is distinct from counted.total`.execute(site.database.kysely)
  return rows
}

/** Changes the category and the place of a listing, as its author would by editing it. */
async function move(id: string, to: { category: string; subcategory: string; state: string; city: string }) {
  await sql`
    update listing set category_id = category.id, subcategory_id = subcategory.id, state_id = state.id, city_id = city.id
    from category join subcategory on subcategory.category_id = category.id, state join city on city.state_id = state.id
    where listing.id = ${id} and category.name = ${to.category} and subcategory.name = ${to.subcategory}
      and state.name = ${to.state} and city.name = ${to.city}`.execute(site.database.kysely)
}

test('counts a listing that moves to another category and place only there', async () => {
  const id = await createListing(site.database)
  await createListing(site.database)
  expect(await totalOf('/servicesbycategory?category=Pet+Services')).toBe(2)
  await move(id, {
    category: 'Cleaning & Maintenance Services',
    subcategory: 'House Cleaning',
    state: 'Illinois',
    city: 'Springfield',
  })
  expect(await totalOf('/servicesbycategory?category=Pet+Services')).toBe(1)
  expect(await totalOf('/servicesbysubcategory?subcategory=Dog+Walking')).toBe(1)
  expect(await totalOf('/servicesbystate?state=Texas')).toBe(1)
  expect(await totalOf('/servicesbyfilter?city=Austin')).toBe(1)
  expect(await totalOf('/servicesbysubcategory?subcategory=House+Cleaning')).toBe(1)
  expect(await totalOf('/servicesbyfilter?state=Illinois&category=Cleaning+%26+Maintenance+Services')).toBe(1)
  expect(await totalOf('/servicesbyfilter?city=Springfield&searchtext=cleaning')).toBe(1)
  expect(await totalOf('/services')).toBe(2)
  expect(await wrongCounts()).toEqual([])
})

test('every list call has the right total after inserts, status changes, and deletes', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      createListing(site.database, { kind: n % 2 === 0 ? 'service' : 'event' }),
    ),
  )
  await setStatus(site.database, ids[0] ?? '', 'hidden')
  await setStatus(site.database, ids[1] ?? '', 'deleted')
  await setStatus(site.database, ids[2] ?? '', 'reported')
  await sql`delete from listing where id = any(${[ids[3], ids[4]]}::uuid[])`.execute(site.database.kysely)
  for (const call of listCalls.filter(({ plain }) => !plain)) {
    expect(await totalOf(listUrl(call)), call.path).toBe(8)
  }
  expect(await wrongCounts()).toEqual([])
})

test('counts every listing of a bulk status change', async () => {
  await createManyListings(site.database, 300)
  const hide = sql`update listing set status = 'hidden' where price = 35`
  await hide.execute(site.database.kysely)
  expect(await totalOf('/services')).toBe(0)
  await sql`update listing set status = 'active'`.execute(site.database.kysely)
  expect(await totalOf('/services')).toBe(300)
  expect(await wrongCounts()).toEqual([])
})

test('does not count a change that is rolled back', async () => {
  const id = await createListing(site.database)
  const undone = site.database.kysely.transaction().execute(async (tx) => {
    await tx.updateTable('listing').set({ status: 'hidden' }).where('id', '=', id).execute()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await totalOf('/services')).toBe(1)
  expect(await wrongCounts()).toEqual([])
})

test('compacting the counts loses nothing while others post, move, hide, and delete', async () => {
  const fold = () => compactCounts(site.database.kysely)
  const write = async (n: number) => {
    const id = await createListing(site.database, { kind: n % 3 === 0 ? 'event' : 'service' })
    if (n % 4 === 0) await setStatus(site.database, id, 'hidden')
    if (n % 5 === 0) await sql`delete from listing where id = ${id}`.execute(site.database.kysely)
    if (n % 7 === 0) {
      await move(id, {
        category: 'Pet Services',
        subcategory: 'Pet Sitting',
        state: 'Ohio',
        city: 'Columbus',
      })
    }
  }
  const work = Array.from({ length: 80 }, (_, n) => [write(n), n % 4 === 0 ? fold() : null]).flat()
  await Promise.all(work)
  expect(await wrongCounts()).toEqual([])
  await fold()
  expect(await wrongCounts()).toEqual([])
})

test('what is compacted is not compacted again', async () => {
  await createManyListings(site.database, 3)
  await compactCounts(site.database.kysely)
  const rowIds = async () =>
    (
      await sql<{ id: string }>`select ctid::text as id from listing_count order by 1`.execute(
        site.database.kysely,
      )
    ).rows
  const before = await rowIds()
  expect(before.length).toBeGreaterThan(0)
  await compactCounts(site.database.kysely)
  expect(await rowIds()).toEqual(before)
})

test('compacting leaves one row per topic and place, and none where no listing is left', async () => {
  await createManyListings(site.database, 3)
  await createListing(site.database)
  await compactCounts(site.database.kysely)
  const rows = async () => (await sql`select from listing_count`.execute(site.database.kysely)).rows
  // Three topics: any, Pet Services, and Dog Walking. Four places: anywhere, the country, the state, and the city.
  expect(await rows()).toHaveLength(3 * 4)
  await sql`delete from listing`.execute(site.database.kysely)
  await compactCounts(site.database.kysely)
  expect(await rows()).toEqual([])
  expect(await totalOf('/services')).toBe(0)
})
