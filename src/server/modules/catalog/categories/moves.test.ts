import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createListing } from '../../../../../test/support/data/factories.ts'
import {
  auditLog,
  moderated,
  requestAs,
  setUpModeratedSite,
} from '../../../../../test/support/data/moderated-site.ts'
import type { TopicForAdmin } from '../../../../shared/contract/topics.ts'
import type { ListingField } from '../../../../shared/listing-fields/field.ts'
import { createListingMover } from '../merge.ts'

setUpModeratedSite()

type Reply = { message: string; auditEntryId: number | null }

const list = async () =>
  (await requestAs<{ topics: TopicForAdmin[] }>('admin', 'GET', '/moderation/topics')).body.topics
async function find(name: string, parent?: string): Promise<TopicForAdmin> {
  const topics = await list()
  const above = topics.find((topic) => topic.name === parent)?.id
  const topic = topics.find(
    (topic) => topic.name === name && (parent === undefined || topic.parent === above),
  )
  if (!topic) throw new Error(`no topic ${name}`)
  return topic
}
const call = (path: string, body?: object, method: 'POST' | 'PUT' = 'POST') =>
  requestAs<Reply>('admin', method, `/moderation/${path}`, body)
async function merge(name: string, into: string) {
  const { id, version } = await find(name)
  return call(`topic/${id}/merge`, { version, target: (await find(into)).id })
}
async function move(name: string, parent: string) {
  const { id, version } = await find(name)
  return call(`topic/${id}/move`, { version, parent: parent && (await find(parent)).id })
}
const undo = (id: number | null | undefined) => call(`undo/${id}`)

/** Runs the job until everything has moved. */
async function moveListings() {
  const { kysely } = moderated.site.database
  await sql`update catalog_merge set created = created - interval '1 hour' where finished is null`.execute(
    kysely,
  )
  await createListingMover(moderated.site.database)()
}

const create = (category: string, subcategory: string | null, title = 'An ad of ours') =>
  createListing(moderated.site.database, { category, subcategory, title })
const search = async (query: Record<string, string>) =>
  (
    await requestAs<{ total: number; services: { _id: string }[] }>(
      'visitor',
      'GET',
      `/servicesbyfilter?${new URLSearchParams(query)}`,
    )
  ).body
const idsUnder = async (query: Record<string, string>) =>
  (await search(query)).services.map(({ _id }) => _id).sort()
const topicOf = async (id: string) => {
  const { body } = await requestAs<{ category: string; subcategory: string | null }>(
    'visitor',
    'GET',
    `/service/${id}`,
  )
  return [body.category, body.subcategory]
}
/** Follows redirects that are permanent. */
async function finalPath(path: string): Promise<string> {
  const { statusCode, headers } = await moderated.site.app.http.inject({
    url: path,
    headers: { accept: 'text/html' },
  })
  if (statusCode === 301) return finalPath(String(headers.location))
  expect(statusCode, path).toBe(200)
  return path
}

test('merges a category with its subcategories, while its ads are found under both names', async () => {
  const ads = [await create('Pet Services', null), await create('Pet Services', 'Dog Walking')]
  const other = await create('Child & Family Care', 'Babysitting')
  await call('topics', { name: 'Dog Walking', parent: (await find('Child & Family Care')).id })
  expect((await merge('Pet Services', 'Child & Family Care')).status).toBe(200)
  const check = async () => {
    expect(await idsUnder({ category: 'Child & Family Care' })).toEqual([...ads, other].sort())
    expect(await idsUnder({ category: 'Pet Services' })).toEqual([...ads, other].sort())
    expect(await idsUnder({ category: 'Pet Services', subcategory: 'Dog Walking' })).toEqual([ads[1]])
    expect(await topicOf(ads[1] ?? '')).toEqual(['Child & Family Care', 'Dog Walking'])
  }
  await check()
  await moveListings()
  await check()
  expect(await finalPath('/category/pet-services')).toBe('/category/child-family-care')
  expect(await finalPath('/category/pet-services/subcategory/pet-grooming')).toBe(
    '/category/child-family-care/subcategory/pet-grooming',
  )
  const names = (await list()).map(({ name }) => name)
  expect(names.filter((name) => name === 'Dog Walking')).toHaveLength(1)
  expect(names).not.toContain('Pet Services')
  const { rows } = await sql`
    select from listing join category on category.id = category_id where merged_into is not null`.execute(
    moderated.site.database.kysely,
  )
  expect(rows).toEqual([])
})

test('undoing a merge gives the category its ads back, and not those of the other', async () => {
  const [plain, walk] = [await create('Pet Services', null), await create('Pet Services', 'Dog Walking')]
  const other = await create('Child & Family Care', 'Babysitting')
  const before = await list()
  await merge('Pet Services', 'Child & Family Care')
  await moveListings()
  const late = await create('Child & Family Care', 'Dog Walking')
  expect((await auditLog())[0]).toMatchObject({
    action: 'category.merge',
    target: 'Pet Services',
    after: { name: 'Child & Family Care' },
    undo: 'possible',
  })
  expect((await undo((await auditLog())[0]?.id)).body.message).toBe('Undone.')
  await moveListings()
  expect((await list()).map(({ name, slug }) => [name, slug])).toEqual(
    before.map(({ name, slug }) => [name, slug]),
  )
  expect(await idsUnder({ category: 'Pet Services' })).toEqual([plain, walk, late].sort())
  expect(await idsUnder({ category: 'Child & Family Care' })).toEqual([other])
  expect(await topicOf(walk)).toEqual(['Pet Services', 'Dog Walking'])
  expect(await finalPath('/category/child-family-care/subcategory/dog-walking')).toBe(
    '/category/pet-services/subcategory/dog-walking',
  )
})

test('moves a subcategory to another category, makes it a category, and a subcategory again', async () => {
  const ad = await create('Pet Services', 'Dog Walking')
  const check = async (path: string, ...topic: (string | null)[]) => {
    await moveListings()
    expect(await topicOf(ad)).toEqual(topic)
    expect(await finalPath('/category/pet-services/subcategory/dog-walking')).toBe(path)
    expect(await idsUnder({ category: 'Pet Services', subcategory: 'Dog Walking' })).toEqual([ad])
    expect(await idsUnder({ category: topic[0] ?? '' })).toEqual([ad])
    expect((await search({ searchtext: 'dog walker' })).total).toBe(1)
  }
  expect((await move('Dog Walking', 'Child & Family Care')).status).toBe(200)
  await check('/category/child-family-care/subcategory/dog-walking', 'Child & Family Care', 'Dog Walking')
  expect((await move('Dog Walking', '')).status).toBe(200)
  await check('/category/dog-walking', 'Dog Walking', null)
  expect((await move('Dog Walking', 'Health & Wellness')).status).toBe(200)
  await check('/category/health-wellness/subcategory/dog-walking', 'Health & Wellness', 'Dog Walking')
  await undo((await auditLog())[0]?.id)
  await check('/category/dog-walking', 'Dog Walking', null)
})

const offered = async () =>
  (await requestAs<{ name: string; subcategories: { name: string }[] }[]>('visitor', 'GET', '/categories'))
    .body

test('a topic that others have become stays, so that those do not come back', async () => {
  const { body } = await call('topics', { name: 'Bees' })
  const before = await offered()
  await move('Bees', 'Pet Services')
  await undo((await auditLog())[0]?.id)
  expect((await undo(body.auditEntryId)).status).toBe(409)
  expect(await offered()).toEqual(before)
})

test('a set also takes the place of what was merged and moved', async () => {
  await merge('Pet Services', 'Child & Family Care')
  await move('Babysitting', '')
  expect((await call('topic-set', { set: 'small-town', replace: true })).status).toBe(200)
  const names = (await offered()).flatMap(({ name, subcategories }) => [
    name,
    ...subcategories.map((each) => each.name),
  ])
  expect(names.sort()).toEqual((await list()).map(({ name }) => name).sort())
  expect(await offered()).toHaveLength(8)
})

test('refuses what cannot be', async () => {
  expect(await move('Pet Services', 'Health & Wellness')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('has subcategories') },
  })
  expect((await move('Dog Walking', 'Pet Services')).status).toBe(409)
  expect((await move('Pet Services', 'Pet Services')).status).toBe(409)
  expect((await merge('Pet Services', 'Pet Services')).status).toBe(409)
  expect((await merge('Pet Services', 'Babysitting')).status).toBe(409)
  const { id } = await find('Pet Services')
  expect((await call(`topic/${id}/merge`, { version: 'old', target: '2' })).status).toBe(409)
})

test('fields of a topic follow its ads', async () => {
  const ad = await create('Pet Services', 'Dog Walking')
  const [pets, walks] = [(await find('Pet Services')).id, (await find('Dog Walking')).id]
  await call('listing-fields', { label: 'Size', type: 'text', kinds: ['service'], topics: [pets] })
  await call('listing-fields', { label: 'Leash', type: 'text', kinds: ['service'], topics: [walks] })
  await sql`update listing set fields = '{"size": "large", "leash": "long"}' where id = ${ad}`.execute(
    moderated.site.database.kysely,
  )
  const values = async () =>
    (await requestAs<{ fields: object }>('visitor', 'GET', `/service/${ad}`)).body.fields
  const topics = async () =>
    (await requestAs<{ fields: ListingField[] }>('visitor', 'GET', '/listing-fields')).body.fields
      .filter(({ key }) => key === 'size' || key === 'leash')
      .map(({ topics }) => topics.length)
  await move('Dog Walking', 'Child & Family Care')
  expect(await values()).toEqual({ size: 'large', leash: 'long' })
  await moveListings()
  expect(await values()).toEqual({ size: 'large', leash: 'long' })
  await undo((await auditLog())[0]?.id)
  await moveListings()
  expect(await values()).toEqual({ size: 'large', leash: 'long' })
  expect(await topics()).toEqual([1, 1])
})

test('while ads move, counts, similar ads, and filters of the target are those of both', async () => {
  const { kysely } = moderated.site.database
  const [pets, care] = [await create('Pet Services', null), await create('Child & Family Care', null)]
  const target = await find('Child & Family Care')
  const choices = [{ label: 'Gold' }, { label: 'Silver' }]
  const field = {
    label: 'Badge color',
    type: 'choice',
    kinds: ['service'],
    topics: [target.id],
    choices,
    filter: true,
  }
  expect((await call('listing-fields', field)).status).toBe(200)
  await merge('Pet Services', 'Child & Family Care')
  const counts = async () =>
    (await requestAs<{ id: string; services: number }[]>('visitor', 'GET', '/listing-counts')).body
  expect(await counts()).toEqual([{ id: target.id, services: 2, events: 0 }])
  const filtered = { category: 'Child & Family Care', 'f.badge_color': 'gold' }
  expect((await search(filtered)).total).toBe(0)
  // The first part of the job.
  await sql`update listing_index set category_id = ${target.id} where listing_id = ${pets}`.execute(kysely)
  const similar = await requestAs<{ _id: string }[]>('visitor', 'GET', `/service/${pets}/similar`)
  expect(similar.body.map(({ _id }) => _id)).toEqual([care])
})

type Action = 'add' | 'rename' | 'retire' | 'merge' | 'move' | 'undo'
const actions: Action[] = ['add', 'rename', 'rename', 'retire', 'merge', 'merge', 'move', 'move', 'undo']

test('whatever admins do, each ad is under one topic, to which all addresses that it had lead', async () => {
  const step = fc.record({ action: fc.constantFrom(...actions), one: fc.nat(), other: fc.nat() })
  let names = 0
  await call('topic-set', { set: 'small-town', replace: true })
  const places: [string, string | null][] = [
    ['Home & Repairs', 'Handyman'],
    ['Pets & Animals', null],
    ['Pets & Animals', 'Dog Walking'],
    ['Lessons & Creative', 'Art Classes'],
  ]
  const ads = new Map<string, Set<string>>()
  for (const [category, subcategory] of places) ads.set(await create(category, subcategory), new Set())

  async function pathOf(id: string): Promise<string> {
    const [category = '', subcategory] = await topicOf(id)
    const { slug } = await find(category ?? '')
    return `/category/${slug}${subcategory ? `/subcategory/${(await find(subcategory, category ?? '')).slug}` : ''}`
  }
  const noted: { entry: number; paths: Map<string, Set<string>> }[] = []

  async function take({ action, one, other }: { action: Action; one: number; other: number }) {
    const topics = await list()
    const [topic, target] = [one, other].map((number) => topics[number % topics.length])
    if (!topic || !target) return
    const { id, version } = topic
    names += 1
    const paths = new Map([...ads].map(([id, known]) => [id, new Set(known)]))
    const note = ({ body }: { body: Reply }) =>
      body.auditEntryId && noted.push({ entry: body.auditEntryId, paths })
    const parent = topic.parent ?? topic.id
    if (action === 'add') note(await call('topics', { name: `Topic ${names}`, ...(other % 2 && { parent }) }))
    if (action === 'rename') note(await call(`topic/${id}`, { version, name: `Topic ${names}` }, 'PUT'))
    if (action === 'retire') note(await call(`topic/${id}`, { version, retired: !topic.retired }, 'PUT'))
    if (action === 'merge') note(await call(`topic/${id}/merge`, { version, target: target.id }))
    if (action === 'move')
      note(await call(`topic/${id}/move`, { version, parent: other % 3 ? (target.parent ?? target.id) : '' }))
    if (action === 'undo') {
      const last = noted.pop()
      const { status } = await undo(last?.entry)
      // The ads are again where they were.
      if (status === 200) for (const [id, known] of last?.paths ?? []) ads.set(id, known)
    }
  }

  async function check() {
    const everywhere = new Map<string, number>()
    for (const { name, parent } of await list())
      if (parent === null)
        for (const id of await idsUnder({ category: name })) everywhere.set(id, (everywhere.get(id) ?? 0) + 1)
    expect(Object.fromEntries(everywhere)).toEqual(Object.fromEntries([...ads.keys()].map((id) => [id, 1])))
    for (const [id, known] of ads) {
      const path = await pathOf(id)
      const [category, subcategory] = await topicOf(id)
      expect(await idsUnder({ category: category ?? '', subcategory: subcategory ?? '' })).toContain(id)
      for (const former of known) expect(await finalPath(former), former).toBe(path)
      known.add(path)
    }
  }

  await check()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const each of steps) await take(each)
      await moveListings()
      await check()
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)
