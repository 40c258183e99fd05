/** Names of places are found with and without accents, wherever a place is looked up by its name. */
import { beforeAll, describe, expect, test } from 'vitest'
import { findTitles } from '../../../../test/support/checks/list-calls.ts'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { callsOf, createPicture, postOf } from '../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Service } from '../../../shared/listing.ts'
import { createCatalog } from '../catalog/service.ts'
import { createLineParser } from './import/parse-line.ts'

const montreal = { country: 'Canada', state: 'Quebec', city: 'Montréal' }
/** Ways to write the same names. */
const spellings = [
  ['Québec', 'Montreal'],
  ['Quebec', 'Montréal'],
  ['QUÉBEC'.normalize('NFD'), 'montréal'.normalize('NFD')],
  ['québec', 'MONTREAL'],
] as const

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  await createListing(site.database, { title: 'Piano in Montréal', ...montreal })
  await createListing(site.database, {
    title: 'Piano in St. John’s',
    country: 'Canada',
    state: 'Newfoundland and Labrador',
    city: "St. John's",
  })
})

const pageOf = async (url: string) => site.app.http.inject({ url })

describe.each(spellings)('%s, %s', (state, city) => {
  test('filters a list', async () => {
    const titles = await findTitles(site, { country: 'Canada', state, city, searchtext: 'piano' })
    expect(titles).toContain('Piano in Montréal')
    expect(titles).not.toContain('Piano in St. John’s')
  })

  test('is a page', async () => {
    const { statusCode, body } = await pageOf(`/state/${encodeURIComponent(state)}`)
    expect(statusCode).toBe(200)
    expect(body.includes('Piano in Montréal')).toBe(true)
    expect(body.includes('Here you can find all ads from Quebec')).toBe(true)
  })

  test('filters a page, which shows the name of the catalog', async () => {
    const { body } = await pageOf(`/all-services?${new URLSearchParams({ country: 'Canada', state, city })}`)
    expect(body.includes('Piano in Montréal')).toBe(true)
    expect(body.includes('Piano in St. John')).toBe(false)
    expect(body.includes('<option value="Montréal" selected=""')).toBe(true)
  })

  test('is the place of a new ad', async () => {
    const author = await createUser(site.database)
    const cookie = await startSession(site, author.email)
    const images = [await createPicture(site.database, author.accountId)]
    const { status, body } = await send<Service>(site, 'POST', callsOf('service').post, {
      cookie,
      body: postOf('service', { images, country: 'Canada', state, city }),
    })
    expect(status, JSON.stringify(body)).toBe(201)
    const { body: ad } = await site.get<Service>(`/service/${body._id}`)
    expect(ad).toMatchObject(montreal)
  })

  test('is the place of an imported ad', async () => {
    const parse = createLineParser({
      catalog: await createCatalog(site.database),
      fields: [],
      languages: ['en'],
      now: Date.parse('2026-11-20T00:00:00Z'),
    })
    const line = {
      kind: 'service',
      title: 'Zither lessons',
      description: 'Patient lessons at your home, for people of any age.',
      category: 'Pet Services',
      subcategory: 'Dog Walking',
      price: 35,
      country: 'Canada',
      state,
      city,
      author: { email: 'ann@example.org' },
    }
    expect(parse(JSON.stringify(line))).toHaveProperty('listing')
  })

  test('has a time zone', async () => {
    const query = new URLSearchParams({ country: 'Canada', state, city })
    expect((await site.get(`/time-zone?${query}`)).body).toEqual({ time_zone: 'America/Toronto' })
  })
})

test.each(["St. John's", 'St. John’s', 'ST. JOHNS'])(
  'finds %s, however its apostrophe is written',
  async (city) => {
    expect(await findTitles(site, { city })).toEqual(['Piano in St. John’s'])
  },
)

test('still tells places apart', async () => {
  expect(await findTitles(site, { state: 'Ontario', city: 'Montreal' })).toEqual([])
  expect((await pageOf('/state/Qubec')).statusCode).toBe(404)
})
