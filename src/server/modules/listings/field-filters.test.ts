/** Lists filtered, counted, and ordered by the site's own fields. */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { findTitles, titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { send } from '../../../../test/support/data/accounts.ts'
import { createPerson } from '../../../../test/support/data/conversations.ts'
import { createListing, type ListingOverrides } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { SavedSearches } from '../../../shared/contract/saved-searches.ts'
import type { ErrorReply } from '../../../shared/errors.ts'
import { type FieldValues, type ListingField, plainField } from '../../../shared/listing-fields/field.ts'
import type { Facets } from '../../../shared/search.ts'

let site: TestApp
const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)

async function create(title: string, fields: FieldValues, overrides: ListingOverrides = {}) {
  const id = await createListing(site.database, { title, ...overrides })
  await run(sql`update listing set fields = ${JSON.stringify(fields)}::jsonb where id = ${id}`)
  return id
}

async function define(field: Omit<ListingField, keyof typeof plainField> & Partial<ListingField>) {
  const definition = JSON.stringify({ ...plainField, ...field })
  await run(sql`insert into listing_field (key, definition) values (${field.key}, ${definition}::jsonb)`)
}

const kinds: ListingField['kinds'] = ['service']
const idOf = async (subcategory: string) => {
  const { rows } = await sql<{ id: number }>`select id from subcategory where name = ${subcategory}`.execute(
    site.database.kysely,
  )
  return String(rows[0]?.id)
}

const valuesByTitle: Record<string, FieldValues> = {
  Ann: { years: 2, travel: ['home'], deposit: 20, code: 7, breed: 'small' },
  Ben: { years: 10, travel: ['home', 'online'], licensed: true, free_from: '2026-12-01' },
  Cleo: { years: 5, travel: ['place'], licensed: false, deposit: 50, free_from: '2027-01-15' },
  Dan: {},
}

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  await define({ key: 'deposit', label: 'Deposit', type: 'money', kinds, sortable: true })
  await define({ key: 'free_from', label: 'Free from', type: 'date', kinds, sortable: true })
  await define({
    key: 'code',
    label: 'Parking code',
    type: 'number',
    kinds,
    audience: 'author',
    sortable: true,
  })
  await define({
    key: 'breed',
    label: 'Dogs',
    type: 'choice',
    kinds,
    topics: [await idOf('Dog Walking')],
    choices: ['small', 'large'].map((key) => ({ key, label: key, retired: false })),
  })
  for (const [title, fields] of Object.entries(valuesByTitle)) await create(title, fields)
  for (const title of ['Inside', 'Outside'])
    await create(title, { setting: [title === 'Inside' ? 'indoors' : 'outdoors'] }, { kind: 'event' })
  await create(
    'Eve',
    { years: 20 },
    { category: 'Home Improvement & Repair Services', subcategory: 'Handyman' },
  )
})

const pets = { category: 'Pet Services' }
const find = async (query: Record<string, string>) => (await findTitles(site, { ...pets, ...query })).sort()

type Listed = { facets: Facets; search?: object; total: number }
const list = async (query: Record<string, string>) =>
  site.get<Listed>(`/servicesbyfilter?${new URLSearchParams({ ...pets, ...query })}`)

test.each([
  [{ 'f.years': '5-' }, ['Ben', 'Cleo']],
  [{ 'f.years': '-5' }, ['Ann', 'Cleo']],
  [{ 'f.years': '5-9.99' }, ['Cleo']],
  [{ 'f.deposit': '20-49.99' }, ['Ann']],
  [{ 'f.free_from': '2026-12-01-2026-12-31' }, ['Ben']],
  [{ 'f.travel': 'home' }, ['Ann', 'Ben']],
  [{ 'f.travel': 'online,place' }, ['Ben', 'Cleo']],
  [{ 'f.licensed': 'no' }, ['Cleo']],
  [{ 'f.travel': 'home', 'f.years': '5-' }, ['Ben']],
  [{ 'f.travel': 'home', 'f.years': '5-', searchtext: 'ann' }, []],
  [{ subcategory: 'Dog Walking', 'f.breed': 'small' }, ['Ann']],
] as [Record<string, string>, string[]][])('%j finds %j', async (query, titles) => {
  expect(await find(query)).toEqual(titles)
})

test('any range and choices find the ads whose values pass', async () => {
  const end = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined })
  const chosen = fc.subarray(['home', 'place', 'online'])
  await fc.assert(
    fc.asyncProperty(end, end, chosen, async (min, max, travel) => {
      const hasRange = min !== undefined || max !== undefined
      const passes = ({ years, travel: own = [] }: FieldValues) =>
        (!hasRange || (years !== undefined && Number(years) >= (min ?? 0) && Number(years) <= (max ?? 99))) &&
        (travel.length === 0 || travel.some((choice) => [own].flat().includes(choice)))
      const query = {
        'f.years': hasRange ? `${min ?? ''}-${max ?? ''}` : '',
        'f.travel': travel.join(','),
      }
      const expected = Object.keys(valuesByTitle).filter((title) => passes(valuesByTitle[title] ?? {}))
      expect(await find(query)).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test('forms without scripts send each end and each choice', async () => {
  const query = new URLSearchParams(pets)
  query.append('f.travel', 'online')
  query.append('f.travel', 'place')
  query.append('f.years.min', '6')
  query.append('f.years.max', '')
  const { body } = await site.get(`/servicesbyfilter?${query}`)
  expect(titlesOf(body)).toEqual(['Ben'])
})

describe('what a list cannot be filtered by is refused by name', () => {
  const notThere = (key: string) =>
    `Ads in this list do not have the field “${key}”, so it does not filter this list.`
  test.each([
    ['of no topic', { category: '', 'f.years': '5-' }, 'f.years', notThere('years')],
    ['of another kind', { 'f.setting': 'indoors' }, 'f.setting', notThere('setting')],
    ['of a subcategory', { 'f.breed': 'small' }, 'f.breed', notThere('breed')],
    ['unknown', { 'f.color': 'red' }, 'f.color', notThere('color')],
    ['that not everyone may see', { 'f.code': '7-7' }, 'f.code', notThere('code')],
    ['without a filter', { 'f.distance': '5-' }, 'f.distance', notThere('distance')],
    [
      'not a range',
      { 'f.years': 'many' },
      'f.years',
      '“Experience” does not have the value “many”, so it does not filter this list.',
    ],
    [
      'not a choice',
      { 'f.travel': 'moon' },
      'f.travel',
      '“Where it happens” does not have the value “moon”, so it does not filter this list.',
    ],
    [
      'not a day',
      { 'f.free_from': '2026-02-30-' },
      'f.free_from',
      '“Free from” does not have the value “2026-02-30-”, so it does not filter this list.',
    ],
  ] as [string, Record<string, string>, string, string][])('%s', async (_case, query, name, sentence) => {
    const { status, body } = await list(query)
    expect(status).toBe(400)
    expect((body as unknown as ErrorReply).fields).toEqual({ [name]: sentence })
  })

  test('more than ten', async () => {
    const keys = Array.from({ length: 11 }, (_, at) => `f.more${at}`)
    for (const key of keys) await define({ key: key.slice(2), label: key, type: 'yes-no', kinds })
    const query = Object.fromEntries(keys.map((key) => [key, 'yes']))
    const { status, body } = await list(query)
    expect([status, (body as unknown as ErrorReply).fields]).toEqual([
      400,
      { 'f.more10': 'A list can be filtered by at most 10 fields.' },
    ])
    expect((await list({ ...query, 'f.more10': '' })).status).toBe(200)
    await run(sql`delete from listing_field where key like 'more%'`)
  })

  test('an empty one is none', async () => {
    expect((await list({ category: '', 'f.years': '', 'f.years.min': '' })).status).toBe(200)
  })
})

describe('facets', () => {
  const countsOf = ({ fields }: Facets, key: string) =>
    Object.fromEntries(
      fields.find((field) => field.key === key)?.choices.map((each) => [each.key, each.count]) ?? [],
    )

  test('name the fields of the list, with the numbers of their choices', async () => {
    const { facets, search } = (await list({})).body
    expect(search, 'a list without filters is no search').toBeUndefined()
    expect(facets.fields.map(({ key }) => key)).toEqual([
      'travel',
      'years',
      'languages',
      'licensed',
      'deposit',
      'free_from',
    ])
    expect(countsOf(facets, 'travel')).toEqual({ home: 2, place: 1, online: 1 })
    expect(countsOf(facets, 'licensed')).toEqual({ yes: 1, no: 1 })
    expect(countsOf(facets, 'years')).toEqual({})
  })

  test('ignore the filter of their own field only', async () => {
    const { facets } = (await list({ 'f.travel': 'place', 'f.years': '5-' })).body
    expect(countsOf(facets, 'travel')).toEqual({ home: 1, place: 1, online: 1 })
    expect(countsOf(facets, 'licensed')).toEqual({ no: 1 })
  })

  test('follow a change of an ad, and of a field', async () => {
    const id = await create('Fay', { travel: ['online'] })
    expect(countsOf((await list({})).body.facets, 'travel')).toMatchObject({ online: 2 })
    await run(sql`update listing set fields = '{}' where id = ${id}`)
    expect(countsOf((await list({})).body.facets, 'travel')).toMatchObject({ online: 1 })
    await run(sql`delete from listing where id = ${id}`)
  })

  test('a list of no topic has none', async () => {
    expect((await list({ category: '' })).body.facets.fields).toEqual([])
  })
})

describe('orders', () => {
  const ordered = (sort: string, query = {}) => findTitles(site, { ...pets, ...query, sort })

  test('are by a number, and ads without it come last', async () => {
    expect((await ordered('f.years-asc')).slice(0, 3)).toEqual(['Ann', 'Cleo', 'Ben'])
    expect(await ordered('f.years-desc')).toEqual(['Ben', 'Cleo', 'Ann', 'Dan'])
    expect((await ordered('f.free_from-desc')).slice(0, 2)).toEqual(['Cleo', 'Ben'])
    expect(await ordered('f.deposit-desc', { 'f.years': '1-9' })).toEqual(['Cleo', 'Ann'])
  })

  test.each(['f.code-asc', 'f.travel-asc', 'f.color-desc'])('%s is the usual order', async (sort) => {
    expect(await ordered(sort)).toEqual(await ordered('newest'))
    expect(await findTitles(site, { sort: 'f.years-asc' })).toEqual(await findTitles(site, {}))
  })

  test('another text is refused', async () => {
    const { body } = await list({ sort: 'f.years' })
    expect((body as unknown as ErrorReply).fields?.sort).toMatch(/^sort must be one of/)
  })
})

test('the map and the calendar have the filters', async () => {
  const towns = new URLSearchParams({ ...pets, kind: 'service', 'f.years': '5-' })
  expect((await site.get<{ count: number }[]>(`/map?${towns}`)).body.map(({ count }) => count)).toEqual([2])
  const days = new URLSearchParams({ ...pets, from: '2026-11-20', to: '2026-11-21', 'f.setting': 'indoors' })
  expect((await site.get(`/eventcalendar?${days}`)).status).toBe(200)
  days.set('f.setting', 'moon')
  expect((await site.get(`/eventcalendar?${days}`)).status).toBe(400)
})

test('a search without results offers to remove the filter of a field', async () => {
  const { body } = await list({ 'f.years': '10-', 'f.travel': 'place' })
  const search = body.search as { alternatives: { label: string; set: object; total: number }[] }
  expect(search.alternatives).toContainEqual({
    reason: 'without-filter',
    label: 'without the filter “Experience”',
    set: { 'f.years': '' },
    total: 1,
  })
  const anywhere = search.alternatives.find(({ label }) => label === 'in any category')
  expect(anywhere?.set).toEqual({ category: '', subcategory: '', 'f.years': '', 'f.travel': '' })
})

test('feeds, calendars, and embedded lists have the filters, and link to the same list', async () => {
  const get = async (path: string, query: Record<string, string>) =>
    (await site.app.http.inject(`${path}?${new URLSearchParams({ ...pets, ...query })}`)).body
  const feed = await get('/feeds/services.atom', { 'f.years': '5-' })
  expect(feed).toContain('<title>Ben</title>')
  expect(feed).not.toContain('<title>Ann</title>')
  expect(feed).toContain('/all-services?category=Pet+Services&amp;f.years=5-')
  for (const path of ['/feeds/events.ics', '/feeds/events.json', '/embed/events']) {
    const shown = await get(path, { 'f.setting': 'indoors' })
    expect(shown, path).toContain('Inside')
    expect(shown, path).not.toContain('Outside')
  }
})

test('a saved search is one of its filters, whatever their order and spelling', async () => {
  const { cookie } = await createPerson(site)
  const save = (filter: object) =>
    send<{ id: string }>(site, 'POST', '/saved-searches', {
      cookie,
      body: { kind: 'service', name: 'Near', frequency: 'daily', filter: { ...pets, ...filter } },
    })
  const first = await save({ 'f.years': '5-', 'f.travel': 'home,online' })
  const again = await save({ 'f.travel': 'online,home,moon', 'f.years': '5-' })
  expect([first.status, again.body.id]).toEqual([200, first.body.id])
  const { body } = await send<SavedSearches>(site, 'GET', '/saved-searches', { cookie })
  expect(body.searches.map(({ path }) => new URLSearchParams(path.split('?')[1]).toString())).toEqual([
    new URLSearchParams({ ...pets, 'f.travel': 'home,online', 'f.years': '5-' }).toString(),
  ])
  for (const refused of [{ 'f.code': '7-' }, { 'f.years': { toString: 1 } }, { 'f.years': [['5-']] }])
    expect((await save(refused)).status).toBe(400)
})

test('a retired field no longer filters', async () => {
  await define({ key: 'level', label: 'Level', type: 'number', kinds })
  expect((await list({ 'f.level': '1-' })).status).toBe(200)
  await run(sql`update listing_field set definition = definition || '{"retired": true}' where key = 'level'`)
  expect((await list({ 'f.level': '1-' })).status).toBe(400)
})
