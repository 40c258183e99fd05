import { beforeEach, expect, test } from 'vitest'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Town } from '../../../shared/contract/browse.ts'
import type { ErrorReply } from '../../../shared/errors.ts'

let site: TestApp
beforeEach(async () => {
  site = await createTestApp()
})

/** Returns how many listings each town has. */
async function towns(query: string): Promise<string[]> {
  const { status, body } = await site.get<Town[]>(`/map?${query}`)
  expect(status).toBe(200)
  return body.map(({ name, state, count }) => `${name}, ${state}: ${count}`)
}

test('counts the listings of each town, the most first', async () => {
  expect(await towns('kind=service')).toEqual([])
  const hidden = await createListing(site.database, { city: 'Dallas' })
  for (const city of ['Dallas', 'Austin', 'Austin']) await createListing(site.database, { city })
  await createListing(site.database, { kind: 'event', city: 'Dallas' })
  await createListing(site.database, { city: null })
  await setStatus(site.database, hidden, 'hidden')
  expect(await towns('kind=service')).toEqual(['Austin, Texas: 2', 'Dallas, Texas: 1'])
  expect(await towns('kind=event')).toEqual(['Dallas, Texas: 1'])
})

test('applies the filters and the text of the list', async () => {
  await createListing(site.database, { city: 'Austin', title: 'Piano lessons' })
  await createListing(site.database, { state: 'Ohio', city: 'Columbus', title: 'Piano tuning' })
  await createListing(site.database, { city: 'Dallas', title: 'Guitar lessons' })
  expect(await towns('kind=service&searchtext=piano')).toEqual(['Austin, Texas: 1', 'Columbus, Ohio: 1'])
  expect(await towns('kind=service&searchtext=piano&state=Ohio')).toEqual(['Columbus, Ohio: 1'])
  expect(await towns('kind=service&category=Pet+Services&city=Dallas')).toEqual(['Dallas, Texas: 1'])
  expect(await towns('kind=service&city=Atlantis')).toEqual([])
  expect(await towns('kind=service&searchtext=!!!')).toEqual([])
})

test('applies the filters beyond topic and place', async () => {
  await createListing(site.database, { city: 'Austin', price: 10 })
  await createListing(site.database, { city: 'Dallas', price: 0 })
  await createListing(site.database, { state: 'Ohio', city: 'Columbus', price: 30 })
  expect(await towns('kind=service&near=Austin,+Texas&within=25')).toEqual(['Austin, Texas: 1'])
  expect(await towns('kind=service&free=true')).toEqual(['Dallas, Texas: 1'])
  expect(await towns('kind=service&price_min=20')).toEqual(['Columbus, Ohio: 1'])
  const { status, body } = await site.get<ErrorReply>('/map?kind=service&near=Nowhereville')
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['near']])
})

test('a place in the text filters the towns, and all towns are counted', async () => {
  for (const city of ['Austin', 'Dallas'])
    await createListing(site.database, { city, title: 'Piano lessons' })
  await createListing(site.database, { state: 'Ohio', city: 'Columbus', title: 'Piano tuning' })
  expect(await towns('kind=service&searchtext=piano+austin')).toEqual(['Austin, Texas: 1'])
  expect(await towns('kind=service&searchtext=piano+texas')).toEqual(['Austin, Texas: 1', 'Dallas, Texas: 1'])
})

test('places a town at its center', async () => {
  await createListing(site.database, { city: 'Austin' })
  const { body } = await site.get<Town[]>('/map?kind=service')
  expect(body[0]).toMatchObject({ country: 'United States' })
  expect(Math.round(body[0]?.latitude ?? 0)).toBe(30)
  expect(Math.round(body[0]?.longitude ?? 0)).toBe(-98)
})

test.each(['', '?kind=both', '?kind=service&kind=event'])(
  'rejects %j with a sentence about kind',
  async (query) => {
    const { status, body } = await site.get<ErrorReply>(`/map${query}`)
    expect([status, body.message]).toEqual([400, 'kind must be "service" or "event".'])
  },
)
