/** What admins change of places: each change, its undo, and what visitors then find. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createListing } from '../../../../../test/support/data/factories.ts'
import {
  auditLog,
  moderated,
  requestAs,
  setUpModeratedSite,
} from '../../../../../test/support/data/moderated-site.ts'
import { silentLog } from '../../../../../test/support/site/silent-log.ts'
import type { PlaceForAdmin, PlaceLoad, SiteCountry } from '../../../../shared/contract/places.ts'
import { publicPaths } from '../../../../shared/paths.ts'
import { createListingMover } from '../merge.ts'
import { createCountryLoader } from './country-loads.ts'

setUpModeratedSite()

type Reply = { message: string; auditEntryId: number | null; fields?: Record<string, string> }
type Listed = {
  place: PlaceForAdmin | null
  places: PlaceForAdmin[]
  divisions: { id: string; name: string }[]
  total: number
}

const list = async (query: Record<string, string> = {}) =>
  (await requestAs<Listed>('admin', 'GET', `/moderation/places?${new URLSearchParams(query)}`)).body
async function find(name: string, where = ''): Promise<PlaceForAdmin> {
  const place = (await list({ search: name })).places.find(
    (each) => each.name === name && each.where.startsWith(where),
  )
  if (!place) throw new Error(`no place ${name}`)
  return place
}
const call = (path: string, body?: object, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
  requestAs<Reply>('admin', method, `/moderation/${path}`, body)
const undo = (id: number | null | undefined) => call(`undo/${id}`)
async function change(name: string, input: object) {
  const { id, version } = await find(name)
  return call(`place/${id}`, { version, ...input }, 'PUT')
}
async function merge(name: string, target: string) {
  const { id, version } = await find(name)
  return call(`place/${id}/merge`, { version, target })
}
const add = async (name: string, division = 'Montana', input: object = {}) =>
  call('places', { name, parent: (await find(division)).id, point: '48.4106, -114.3353', ...input })

async function moveListings() {
  const { kysely } = moderated.site.database
  await sql`update catalog_merge set created = created - interval '1 hour' where finished is null`.execute(
    kysely,
  )
  await createListingMover(moderated.site.database)()
}
const create = (city: string, state: string) =>
  createListing(moderated.site.database, { title: `An ad in ${city}`, city, state })
const idsIn = async (query: Record<string, string>) => {
  const { body } = await requestAs<{ services: { _id: string }[] }>(
    'visitor',
    'GET',
    `/servicesbyfilter?${new URLSearchParams({ country: 'United States', ...query })}`,
  )
  return body.services.map(({ _id }) => _id).sort()
}
/** In the list, and in a search, which another engine answers. */
async function expectFound(query: Record<string, string>, ids: string[]) {
  expect(await idsIn(query)).toEqual(ids.toSorted())
  expect(await idsIn({ ...query, price_min: '0' })).toEqual(ids.toSorted())
}
async function finalPath(path: string): Promise<string> {
  const { statusCode, headers } = await moderated.site.app.http.inject({
    url: path,
    headers: { accept: 'text/html' },
  })
  if (statusCode === 301) return finalPath(String(headers.location))
  expect(statusCode, path).toBe(200)
  return path
}
const pageOf = (state: string, city: string) =>
  `/all-services?${new URLSearchParams({ country: 'United States', state, city })}`

test('adds a village that is offered at once, refuses a second one of its name, and undoes that', async () => {
  const added = await add('Whitefish')
  expect(added).toMatchObject({ status: 200, body: { message: 'Place added.' } })
  const place = await find('Whitefish')
  expect(place).toMatchObject({ level: 'city', where: 'Montana, United States', point: '48.4106, -114.3353' })
  const { rows } = await sql<{
    zone: string
  }>`select time_zone as zone from city where id = ${place.id}`.execute(moderated.site.database.kysely)
  expect(rows[0]?.zone).toBe('America/Denver')
  const ad = await create('Whitefish', 'Montana')
  await expectFound({ state: 'Montana', city: 'Whitefish' }, [ad])
  expect((await add('WHITEFISH')).body.fields).toHaveProperty('name')
  expect((await add('Elsewhere', 'Montana', { point: '91, 0' })).body.fields).toHaveProperty('point')
  expect((await add('Elsewhere', 'Montana', { point: '' })).body.fields).toHaveProperty('point')
  expect((await undo(added.body.auditEntryId)).status).toBe(409)
  const other = await add('Kila')
  expect((await undo(other.body.auditEntryId)).status).toBe(200)
  expect((await list({ search: 'Kila' })).total).toBe(0)
})

test('renames a town, whose old name leads to it, also back', async () => {
  const ad = await create('Billings', 'Montana')
  const map = async () => {
    const url = publicPaths.townMap({ country: 'United States', state: 'Montana', city: 'Billings' })
    return (await moderated.site.app.http.inject(url)).body
  }
  expect(await map()).toContain('>Billings<')
  const renamed = await change('Billings', { name: 'Magic City' })
  expect(renamed.status).toBe(200)
  expect(await map()).toContain('>Magic City<')
  expect((await find('Magic City')).moreNames).toBe('Billings')
  await expectFound({ state: 'Montana', city: 'Magic City' }, [ad])
  await expectFound({ state: 'Montana', city: 'Billings' }, [ad])
  expect(await finalPath(pageOf('Montana', 'Billings'))).toBe(
    pageOf('Montana', 'Magic City').replaceAll('%20', '+'),
  )
  expect((await undo(renamed.body.auditEntryId)).status).toBe(200)
  expect(await finalPath(pageOf('Montana', 'Billings'))).toBe(pageOf('Montana', 'Billings'))
  const [entry] = await auditLog()
  expect(entry).toMatchObject({ action: 'place.change', target: 'Billings', before: { name: 'Magic City' } })
})

test('merges a town into one of another state, so that its ads, names, and pages lead there, and undoes it', async () => {
  const ads = [await create('Billings', 'Montana'), await create('Boise', 'Idaho')]
  const { id } = await find('Billings')
  const merged = await merge('Billings', 'Boise')
  expect(merged.status).toBe(200)
  expect((await list({ parent: id })).place?.name).toBe('Boise')
  const check = async () => {
    await expectFound({ state: 'Idaho', city: 'Boise' }, ads)
    await expectFound({ state: 'Montana', city: 'Billings' }, ads)
    expect(await finalPath(pageOf('Montana', 'Billings'))).toBe(pageOf('Idaho', 'Boise'))
  }
  await check()
  await moveListings()
  await check()
  expect(await idsIn({ state: 'Montana' })).toEqual([])
  expect((await undo(merged.body.auditEntryId)).status).toBe(200)
  await moveListings()
  await expectFound({ state: 'Montana', city: 'Billings' }, [ads[0] ?? ''])
  await expectFound({ state: 'Idaho', city: 'Boise' }, [ads[1] ?? ''])
  expect(await finalPath(pageOf('Montana', 'Billings'))).toBe(pageOf('Montana', 'Billings'))
})

test('a merge cannot be undone before a later one of what it was merged into', async () => {
  const ad = await create('Billings', 'Montana')
  const first = (await merge('Billings', 'Boise')).body.auditEntryId
  const second = (await merge('Boise', 'Seattle')).body.auditEntryId
  await moveListings()
  expect((await undo(first)).status).toBe(409)
  await expectFound({ state: 'Washington', city: 'Seattle' }, [ad])
  expect((await undo(second)).status).toBe(200)
  expect((await undo(first)).status).toBe(200)
  await moveListings()
  await expectFound({ state: 'Montana', city: 'Billings' }, [ad])
})

test('moves a town with its ads to another state, and back', async () => {
  const ad = await create('Billings', 'Montana')
  const { id, version } = await find('Billings')
  const moved = await call(`place/${id}/move`, { version, parent: (await find('Idaho')).id })
  expect(moved).toMatchObject({ status: 200, body: { message: 'Place moved.' } })
  await expectFound({ state: 'Idaho', city: 'Billings' }, [ad])
  expect(await finalPath(pageOf('Montana', 'Billings'))).toBe(pageOf('Idaho', 'Billings'))
  await moveListings()
  await expectFound({ state: 'Idaho', city: 'Billings' }, [ad])
  await expectFound({ state: 'Montana', city: 'Billings' }, [ad])
  expect((await auditLog())[0]).toMatchObject({
    action: 'place.move',
    before: { name: 'Billings', in: 'Montana' },
    after: { name: 'Billings', in: 'Idaho' },
  })
  expect((await undo(moved.body.auditEntryId)).status).toBe(200)
  await moveListings()
  await expectFound({ state: 'Montana', city: 'Billings' }, [ad])
  expect(await idsIn({ state: 'Idaho' })).toEqual([])
  expect(await finalPath(pageOf('Idaho', 'Billings'))).toBe(pageOf('Montana', 'Billings'))
})

test('merges a state with its towns, and undoes it', async () => {
  const ads = [await create('Billings', 'Montana'), await create('Boise', 'Idaho')]
  await add('Boise')
  const merged = await merge('Montana', 'Idaho')
  expect(merged.status).toBe(200)
  await moveListings()
  await expectFound({ state: 'Idaho' }, ads)
  await expectFound({ state: 'Montana' }, ads)
  await expectFound({ state: 'Idaho', city: 'Billings' }, [ads[0] ?? ''])
  expect((await list({ search: 'Boise' })).total).toBe(1)
  expect((await undo(merged.body.auditEntryId)).status).toBe(200)
  await moveListings()
  await expectFound({ state: 'Montana' }, [ads[0] ?? ''])
  expect((await list({ search: 'Boise' })).total).toBe(2)
})

test('says which place a name means, or why it means none', async () => {
  const sentenceOf = async (target: string) => (await merge('Billings', target)).body.fields?.target
  expect(await sentenceOf('Nowhere')).toContain('There is no other place “Nowhere” in this country.')
  expect(await sentenceOf('Billings')).toContain('no other place')
  expect(await sentenceOf('Springfield')).toContain('Several places have this name.')
  expect((await merge('Billings', 'springfield, illinois')).status).toBe(200)
  expect((await merge('United States', 'Canada')).status).toBe(409)
})

test('refuses what another admin has changed meanwhile, and retires and restores', async () => {
  const { id, version } = await find('Billings')
  const retired = await change('Billings', { retired: true })
  expect((await call(`place/${id}`, { version, name: 'Late' }, 'PUT')).status).toBe(409)
  const cities = async () => {
    const { body } = await requestAs<{ state: { name: string; cities: { name: string }[] }[] }[]>(
      'visitor',
      'GET',
      '/places?country=United+States&state=Montana',
    )
    return body[0]?.state.find(({ name }) => name === 'Montana')?.cities.map(({ name }) => name)
  }
  expect(await cities()).not.toContain('Billings')
  expect((await undo(retired.body.auditEntryId)).status).toBe(200)
  expect(await cities()).toContain('Billings')
  await change('Canada', { retired: true })
  expect((await change('United States', { retired: true })).status).toBe(409)
})

test('lists places in pages, and finds them without accents', async () => {
  const countries = await list()
  expect(countries.places.map(({ name }) => name)).toEqual(['United States', 'Canada'])
  const texas = await find('Texas')
  const towns = await list({ parent: texas.id })
  expect(towns.places).toHaveLength(Math.min(50, towns.total))
  expect(towns.divisions).toHaveLength(51)
  expect((await list({ search: 'montreal' })).places[0]?.name).toBe('Montréal')
  expect((await list({ search: 'austin', parent: texas.id })).places[0]?.name).toBe('Austin')
  expect((await list({ search: 'montreal', parent: texas.id })).total).toBe(0)
})

type Countries = { countries: SiteCountry[]; available: { name: string }[]; loads: PlaceLoad[] }
const countries = async () => (await requestAs<Countries>('admin', 'GET', '/moderation/countries')).body

/** Runs the job as it is queued. */
async function runLoads() {
  const { kysely } = moderated.site.database
  const { rows } = await sql<{ id: string; payload: unknown }>`
    select job.id, payload from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = task_id
    where identifier = 'load_country'`.execute(kysely)
  for (const { id, payload } of rows) {
    await createCountryLoader(moderated.site.database, silentLog)(payload)
    await sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`.execute(kysely)
  }
}

test('adds a country in a job, says how far it is, adds it again, and removes it', async () => {
  expect((await call('countries', { country: 'Atlantis' })).body.fields).toHaveProperty('country')
  expect((await call('countries', { country: 'AD', minPopulation: -1 })).status).toBe(400)
  expect(await call('countries', { country: 'andorra' })).toMatchObject({ status: 200, body: { code: 'AD' } })
  expect((await call('countries', { country: 'AD' })).status).toBe(409)
  expect((await countries()).loads).toMatchObject([{ code: 'AD', name: 'Andorra', state: 'waiting' }])
  await runLoads()
  const added = await countries()
  expect(added.loads[0]).toMatchObject({
    state: 'done',
    message: expect.stringMatching(/^Andorra has 10 towns/),
  })
  expect(added.countries.find(({ code }) => code === 'AD')).toMatchObject({ term: 'region', divisions: 7 })
  expect(added.available.map(({ name }) => name)).not.toContain('Andorra')
  await call('countries', { country: 'AD', minPopulation: 5_000 })
  await runLoads()
  expect((await countries()).loads[0]?.message).toMatch(/, of which 0 are new\.$/)
  await call('country/ad', undefined, 'DELETE')
  await runLoads()
  expect((await countries()).loads[0]).toMatchObject({
    state: 'done',
    message: expect.stringMatching(/^Removed Andorra/),
  })
  expect((await auditLog()).map(({ action, target }) => `${action} ${target}`)).toEqual([
    'country.remove Andorra',
    'country.add Andorra',
    'country.add Andorra',
  ])
})

test('says why a country could not be added or removed', async () => {
  await call('countries', { country: 'AD', minPopulation: 1_000_000 })
  await create('Billings', 'Montana')
  await call('country/US', undefined, 'DELETE')
  await runLoads()
  const { loads } = await countries()
  expect(loads.map(({ code, state }) => `${code} ${state}`).sort()).toEqual(['AD failed', 'US failed'])
  expect(loads.find(({ code }) => code === 'US')?.message).toContain('Retire the country instead')
  // A server that was killed for good.
  await call('countries', { country: 'AD' })
  await sql`delete from graphile_worker._private_jobs`.execute(moderated.site.database.kysely)
  expect((await countries()).loads.find(({ code }) => code === 'AD')).toMatchObject({
    state: 'failed',
    message: 'Andorra was not added: the server stopped meanwhile. Please try again.',
  })
})
