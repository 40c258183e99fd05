import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { send } from '../../../../test/support/data/accounts.ts'
import { createPerson } from '../../../../test/support/data/conversations.ts'
import { postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Category, Location } from '../../../shared/contract/catalog.ts'
import type { Database } from '../../platform/database/database.ts'
import { raiseCatalogRevision } from '../settings/service.ts'

let site: TestApp
/** Another process on the same database. */
let other: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { followsSettings: true, realSessions: true })
  other = await createTestApp(site.database, { followsSettings: true })
})

const change = ({ kysely }: Database, statement: ReturnType<typeof sql>) =>
  kysely.transaction().execute(async (tx) => {
    await statement.execute(tx)
    await raiseCatalogRevision(tx)
  })

test('every process sees a renamed category and a new town in calls, pages, and suggestions', async () => {
  await change(site.database, sql`update category set name = 'Animals' where name = 'Pet Services'`)
  await change(
    site.database,
    sql`insert into city (state_id, name, latitude, longitude, population, other_names)
      select id, 'Zürichville', 47, -110, 900, '{Turicum}' from state where name = 'Montana'`,
  )
  for (const app of [site, other]) {
    await expect
      .poll(async () => (await app.get<Category[]>('/categories')).body.map(({ name }) => name))
      .toContain('Animals')
    const page = await app.app.http.inject({ url: '/all-categories', headers: { accept: 'text/html' } })
    expect(page.body).toContain('Animals')
    expect((await app.get('/suggestions?q=zurichv')).body).toMatchObject({
      places: [{ city: 'Zürichville' }],
    })
    const { body } = await app.get<Location>('/location/united-states')
    const cities = body.state.find(({ name }) => name === 'Montana')?.cities ?? []
    expect(cities.map(({ name }) => name)).toContain('Zürichville')
    expect((await app.get('/servicesbyfilter?state=Montana&city=turicum')).status).toBe(200)
  }
})

test('a retired place is offered nowhere, and a merged one means the other', async () => {
  await change(site.database, sql`update state set retired_at = now() where name = 'Texas'`)
  await change(
    site.database,
    sql`update category set merged_into = (select id from category where name = 'Animals'), retired_at = now()
      where name = 'Photography & Video'`,
  )
  const offered = async () => {
    const replies = await Promise.all([site, other].map((app) => app.get<Location[]>('/locations')))
    return replies.flatMap(({ body }) => body.flatMap(({ state }) => state.map(({ name }) => name)))
  }
  await expect.poll(offered).not.toContain('Texas')
  await expect
    .poll(async () => (await site.get<Category[]>('/categories')).body.map(({ name }) => name))
    .not.toContain('Photography & Video')
  expect((await site.get('/servicesbyfilter?state=Texas')).status).toBe(200)
  const { body } = await site.get<Category>('/singlecategory?category=photography %26 video')
  expect(body).toMatchObject({ name: 'Animals' })
})

const limit = (lines: string) =>
  site.database.kysely.transaction().execute(async (tx) => {
    await sql`insert into setting (key, value) values ('onlyRegions', ${JSON.stringify(lines)}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(tx)
    await sql`update site_revision set revision = revision + 1`.execute(tx)
  })

test('a site that is limited to some regions offers only these', async () => {
  const offered = async () => {
    const { body } = await other.get<Location[]>('/locations')
    return body.map(({ name, state }) => [
      name,
      state.length > 1 ? state.length : state.map((each) => each.name),
    ])
  }
  const all = await offered()
  await limit('montana, united states\nAtlantis')
  await expect.poll(offered).toEqual([['United States', ['Montana']]])
  expect((await other.get('/suggestions?q=toron')).body).toMatchObject({ places: [] })
  expect((await other.app.http.inject('/sitemap/pages.xml')).body).not.toContain('/state/Ohio')
  await limit('Canada')
  await expect.poll(offered).toEqual([['Canada', 13]])
  await limit('Atlantis')
  await expect.poll(offered).toEqual(all)
})

test('a site that is limited to a region offers the one into which that was merged', async () => {
  const states = async () =>
    (await other.get<Location[]>('/locations')).body.flatMap(({ state }) => state.map(({ name }) => name))
  const merge = (into: ReturnType<typeof sql>) =>
    change(site.database, sql`update state set merged_into = ${into} where name = 'Wyoming'`)
  await limit('Wyoming, United States')
  await expect.poll(states).toEqual(['Wyoming'])
  await merge(sql`(select id from state where name = 'Colorado')`)
  await expect.poll(states).toEqual(['Colorado'])
  await merge(sql`null`)
  await limit('')
  await expect.poll(states).toContain('Ohio')
})

test('a site with a home town and a distance offers only the towns around it', async () => {
  const set = (homeTown: string, homeRadius: number) =>
    site.database.kysely.transaction().execute(async (tx) => {
      await sql`insert into setting (key, value) values ('homeTown', ${JSON.stringify(homeTown)}::jsonb), ('homeRadius', ${homeRadius}::text::jsonb)
        on conflict (key) do update set value = excluded.value`.execute(tx)
      await sql`update site_revision set revision = revision + 1`.execute(tx)
    })
  const offered = async () => (await other.get<Location[]>('/locations')).body
  const states = async () => (await offered()).flatMap(({ state }) => state.map(({ name }) => name))
  const all = await states()
  // Near two borders, so that towns of three states are near it.
  await set('Washington, D.C.', 20)
  await expect.poll(states).toEqual(['District of Columbia', 'Maryland', 'Virginia'])
  const cities = (await offered()).flatMap(({ state }) =>
    state.flatMap(({ cities }) => cities.map(({ name }) => name)),
  )
  expect(cities).toEqual(expect.arrayContaining(['Washington, D.C.', 'Bethesda', 'Arlington']))
  expect(cities).not.toContain('Richmond')
  expect((await other.get('/suggestions?q=richmond')).body).toMatchObject({ places: [] })
  const { cookie } = await createPerson(site)
  const defaults = async () => (await send(site, 'GET', '/posting-defaults', { cookie })).body
  // The checks above asked the other process.
  await expect
    .poll(defaults)
    .toEqual({ country: 'United States', state: 'District of Columbia', city: 'Washington, D.C.' })
  const post = (city: string) =>
    send<{ fields?: object }>(site, 'POST', '/services', {
      cookie,
      body: postOf('service', { country: 'United States', state: 'Virginia', city }),
    })
  expect((await post('Richmond')).body.fields).toHaveProperty('country')
  expect((await post('Arlington')).status).toBe(201)
  await set('Atlantis', 20)
  await expect.poll(states).toEqual(all)
})

test('nobody posts in a place that the site does not offer, but an ad keeps the one that it has', async () => {
  const { cookie } = await createPerson(site)
  const countries = async () => (await site.get<Location[]>('/locations')).body.length
  const post = (place: Record<string, unknown>) =>
    send<{ _id: string; fields?: object }>(site, 'POST', '/services', {
      cookie,
      body: postOf('service', place),
    })
  const ohio = { state: 'Ohio', city: 'Columbus' }
  // The site no longer has the home town of the test before.
  await expect.poll(countries).toBe(2)
  const { status, body } = await post(ohio)
  expect(status).toBe(201)
  await limit('Montana, United States')
  await expect.poll(countries).toBe(1)
  const refused = { fields: { country: expect.stringContaining('no new ads in') } }
  expect(await post(ohio)).toMatchObject({ status: 400, body: refused })
  expect(await post({ country: 'Canada', state: 'Ontario', city: 'Toronto' })).toMatchObject({
    status: 400,
    body: refused,
  })
  expect(await post({ state: 'Montana', city: 'Billings' })).toMatchObject({ status: 201 })
  const update = (place: Record<string, unknown>) =>
    send(site, 'PUT', `/service-update/${body._id}`, { cookie, body: updateOf('service', place) })
  expect(await update({ ...ohio, title: 'Another title' })).toMatchObject({ status: 200 })
  expect(await update({ state: 'Ohio', city: 'Cleveland' })).toMatchObject({ status: 400, body: refused })
  await change(
    site.database,
    sql`update city set merged_into = (select id from city where name = 'Cleveland' order by population desc limit 1)
      where name = 'Columbus' and state_id = (select id from state where name = 'Ohio')`,
  )
  const merged = async () => (await update({ state: 'Ohio', city: 'Cleveland', title: 'Merged' })).status
  await expect.poll(merged).toBe(200)
  await limit('')
  await expect.poll(countries).toBe(2)
})
