import { beforeEach, describe, expect, test } from 'vitest'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { TopicCount } from '../../../shared/contract/browse.ts'
import type { Category } from '../../../shared/contract/catalog.ts'
import type { ErrorReply } from '../../../shared/errors.ts'

let site: TestApp
let ids: { pets: string; walking: string; cleaning: string; houses: string }
beforeEach(async () => {
  site = await createTestApp()
  const { body } = await site.get<Category[]>('/categories')
  const category = (name: string) => body.find((row) => row.name === name)
  const subcategory = (parent: string, name: string) =>
    category(parent)?.subcategories.find((row) => row.name === name)?.id ?? ''
  ids = {
    pets: category('Pet Services')?._id ?? '',
    walking: subcategory('Pet Services', 'Dog Walking'),
    cleaning: category(cleaning)?._id ?? '',
    houses: subcategory(cleaning, 'House Cleaning'),
  }
})

const cleaning = 'Cleaning & Maintenance Services'

async function countsOf(query = ''): Promise<Record<string, Omit<TopicCount, 'id'>>> {
  const { status, body } = await site.get<TopicCount[]>(`/listing-counts${query}`)
  expect(status).toBe(200)
  return Object.fromEntries(body.map(({ id, ...counts }) => [id, counts]))
}

test('counts services and events of categories and subcategories, and leaves out empty ones', async () => {
  expect(await countsOf()).toEqual({})
  await createListing(site.database)
  await createListing(site.database, { kind: 'event' })
  await createListing(site.database, { subcategory: null })
  await createListing(site.database, { category: cleaning, subcategory: 'House Cleaning' })
  expect(await countsOf()).toEqual({
    [ids.pets]: { services: 2, events: 1 },
    [ids.walking]: { services: 1, events: 1 },
    [ids.cleaning]: { services: 1, events: 0 },
    [ids.houses]: { services: 1, events: 0 },
  })
})

test('counts only what visitors see, as soon as it changes', async () => {
  const id = await createListing(site.database)
  await createListing(site.database, { status: 'reported' })
  expect(await countsOf()).toMatchObject({ [ids.pets]: { services: 2 } })
  await setStatus(site.database, id, 'hidden')
  expect(await countsOf()).toMatchObject({ [ids.pets]: { services: 1 } })
  await setStatus(site.database, id, 'active')
  expect(await countsOf()).toMatchObject({ [ids.pets]: { services: 2 } })
})

test('counts one category with its subcategories, or one subcategory', async () => {
  await createListing(site.database)
  await createListing(site.database, { subcategory: null })
  await createListing(site.database, { category: cleaning, subcategory: 'House Cleaning' })
  const walking = { [ids.walking]: { services: 1, events: 0 } }
  expect(await countsOf('?category=Pet+Services')).toEqual({
    [ids.pets]: { services: 2, events: 0 },
    ...walking,
  })
  expect(await countsOf('?category=Pet+Services&subcategory=Dog+Walking')).toEqual(walking)
  expect(await countsOf(`?category=${encodeURIComponent(cleaning)}&subcategory=Dog+Walking`)).toEqual({})
  expect(await countsOf('?category=Nothing+At+All')).toEqual({})
})

describe('in one place', () => {
  beforeEach(async () => {
    await createListing(site.database)
    await createListing(site.database, { city: 'Dallas' })
    await createListing(site.database, { state: 'Ohio', city: 'Columbus' })
  })

  test.each([
    ['?country=United+States', 3],
    ['?country=United+States&state=Texas', 2],
    ['?country=United+States&state=Texas&city=Austin', 1],
    ['?state=texas', 2],
    ['?city=Columbus', 1],
  ])('counts with %s', async (query, services) => {
    expect(await countsOf(query)).toEqual({
      [ids.pets]: { services, events: 0 },
      [ids.walking]: { services, events: 0 },
    })
  })

  test.each(['?country=Atlantis', '?country=Canada', '?country=Canada&state=Texas'])(
    'counts nothing with %s',
    async (query) => {
      expect(await countsOf(query)).toEqual({})
    },
  )
})

test('rejects a place that is too long, and names it', async () => {
  const { status, body } = await site.get<ErrorReply>(`/listing-counts?city=${'a'.repeat(500)}`)
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toEqual(['city'])
})
