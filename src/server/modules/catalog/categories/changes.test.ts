import { describe, expect, test } from 'vitest'
import { slowUnless } from '../../../../../test/support/checks/slow.ts'
import { createListing } from '../../../../../test/support/data/factories.ts'
import {
  auditLog,
  moderated,
  type Role,
  requestAs,
  setUpModeratedSite,
} from '../../../../../test/support/data/moderated-site.ts'
import { postOf, updateOf } from '../../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'
import type { Category } from '../../../../shared/contract/catalog.ts'
import type { TopicForAdmin } from '../../../../shared/contract/topics.ts'
import { type TopicSet, topicSetKeys } from '../../../../shared/topics/sets.ts'
import { readTopicForm } from '../../../../shared/topics/topic-form.ts'
import { createCatalog } from '../service.ts'

setUpModeratedSite()

type Reply = { message: string; auditEntryId: number | null; fields?: Record<string, string> }

const call = (method: 'POST' | 'PUT', path: string, body?: object, role: Role = 'admin') =>
  requestAs<Reply>(role, method, `/moderation/${path}`, body)
const list = async () =>
  (await requestAs<{ topics: TopicForAdmin[] }>('admin', 'GET', '/moderation/topics')).body.topics
async function find(name: string): Promise<TopicForAdmin> {
  const topic = (await list()).find((topic) => topic.name === name)
  if (!topic) throw new Error(`no topic ${name}`)
  return topic
}
async function change(name: string, body: object) {
  const { id, version } = await find(name)
  return call('PUT', `topic/${id}`, { version, ...body })
}
const add = (body: object) => call('POST', 'topics', body)
const undo = (id: number | null | undefined) => call('POST', `undo/${id}`)
const undoLatest = async () => undo((await auditLog())[0]?.id)

const offered = async (role: Role = 'visitor') =>
  (await requestAs<Category[]>(role, 'GET', '/categories')).body
const namesOf = (categories: readonly { name: string }[]) => categories.map(({ name }) => name)
const get = (url: string, { app }: TestApp = moderated.site) =>
  app.http.inject({ url, headers: { accept: 'text/html' } })
const found = async (text: string) =>
  (
    await requestAs<{ search: { full: number } }>(
      'visitor',
      'GET',
      `/servicesbyfilter?searchtext=${encodeURIComponent(text)}`,
    )
  ).body.search.full

test('a new category is offered at once, and by other processes within a second', async () => {
  const other = await createTestApp(moderated.site.database, { followsSettings: true })
  const { status, body } = await add({
    name: 'Bees & Honey',
    icon: 'leaf',
    synonyms: ' beekeeper,\n hive ~0.5',
  })
  expect([status, body.message]).toEqual([200, 'Category added.'])
  expect(await find('Bees & Honey')).toMatchObject({
    parent: null,
    slug: 'bees-and-honey',
    kinds: ['service', 'event'],
    icon: 'leaf',
    synonyms: 'beekeeper, hive ~0.5',
    listings: 0,
  })
  expect(namesOf(await offered()).at(-1)).toBe('Bees & Honey')
  const added = performance.now()
  const { app } = other
  const names = async () => (await app.http.inject({ url: '/api/categories' })).body
  await expect.poll(names, { interval: 20 }).toContain('bees-and-honey')
  expect(performance.now() - added).toBeLessThan(1000)
  const page = (await get('/all-categories', other)).body
  expect(page).toContain('href="/category/bees-and-honey"')
  expect(page).toMatch(/more-category-icons[^"]*\.svg#leaf/)
  expect((await auditLog())[0]).toMatchObject({
    action: 'category.add',
    target: 'Bees & Honey',
    before: null,
    undo: 'possible',
  })
  expect((await undo(body.auditEntryId)).status).toBe(200)
  expect(namesOf(await offered())).not.toContain('Bees & Honey')
})

test('a category that ads have cannot be undone, but retired', async () => {
  const { body } = await add({ name: 'Bees' })
  await createListing(moderated.site.database, { category: 'Bees', subcategory: null })
  expect(await undo(body.auditEntryId)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Retire it instead') },
  })
})

test('refuses what is against the rules with a sentence', async () => {
  const refused: [name: string, body: object, field: string][] = [
    ['no name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(10_000) }, 'name'],
    ['a name that is no text', { name: 7 }, 'name'],
    ['two lines', { name: 'Bees\nHoney' }, 'name'],
    ['a name that is taken', { name: 'pet SERVICES' }, 'name'],
    ['no kind', { name: 'Bees', kinds: [] }, 'kinds'],
    ['an unknown kind', { name: 'Bees', kinds: ['goods'] }, 'kinds.0'],
    ['an unknown icon', { name: 'Bees', icon: '"><script>' }, 'icon'],
    ['a phrase with a wrong weight', { name: 'Bees', synonyms: 'hive ~7' }, 'synonyms'],
    ['what is no drawing', { name: 'Bees', drawing: 'bees' }, 'drawing'],
    ['an empty name in a language', { name: 'Bees', names: { fr: ' ' } }, 'names.fr'],
    ['a huge drawing', { name: 'Bees', drawing: `<svg>${'<g/>'.repeat(9_000)}</svg>` }, 'drawing'],
  ]
  for (const [name, body, field] of refused) {
    const { status, body: reply } = await add(body)
    expect([status, reply.fields?.[field]], name).toEqual([400, expect.stringMatching(/^[A-Z].+\.$/)])
  }
})

test('gives each name an address that is free and no id', async () => {
  const addresses: [name: string, slug: string | RegExp][] = [
    ['名前', /^topic-\d+$/],
    ['1984', 'topic-1984'],
    ['Pet Services!', 'pet-services-2'],
    ['Café & Thé', 'cafe-and-the'],
  ]
  for (const [name, slug] of addresses) {
    await add({ name })
    expect((await find(name)).slug).toEqual(slug instanceof RegExp ? expect.stringMatching(slug) : slug)
  }
})

describe('renaming', () => {
  test('keeps the ads, and leads the old name and addresses to the new ones', async () => {
    await createListing(moderated.site.database, {
      category: 'Pet Services',
      subcategory: 'Dog Walking',
      title: 'Walks at dawn',
    })
    await change('Pet Services', { name: 'Animals' })
    await change('Dog Walking', { name: 'Walks' })
    const moved: [from: string, to: string][] = [
      ['/category/pet-services', '/category/animals'],
      ['/category/pet-services?tab=events', '/category/animals?tab=events'],
      ['/category/pet-services/subcategory/dog-walking', '/category/animals/subcategory/walks'],
      ['/category/animals/subcategory/dog-walking', '/category/animals/subcategory/walks'],
      ['/all-services?category=Pet+Services', '/all-services?category=Animals'],
      [
        '/all-events?category=pet+services&subcategory=Dog+Walking&sort=newest',
        '/all-events?category=Animals&subcategory=Walks&sort=newest',
      ],
    ]
    for (const [from, to] of moved) {
      const { statusCode, headers } = await get(from)
      expect([statusCode, headers.location], from).toEqual([301, to])
      const target = await get(to)
      expect(target.statusCode).toBe(200)
      if (!to.includes('events')) expect(target.body).toContain('Walks at dawn')
    }
    const byOldName = await requestAs<{ total: number }>(
      'visitor',
      'GET',
      '/servicesbyfilter?category=Pet+Services&subcategory=Dog+Walking',
    )
    expect(byOldName.body.total).toBe(1)
    const feed = await get('/feeds/services.atom?category=Pet+Services')
    expect(feed.body).toContain('Walks at dawn')
  })

  test('keeps what searches find by the first name, the old names, and the phrases that came with it', async () => {
    await createListing(moderated.site.database, {
      category: 'Pet Services',
      subcategory: 'Aquarium Care',
      title: 'Clear water',
    })
    await change('Aquarium Care', { name: 'Wet Friends', synonyms: 'guppy whisperer' })
    for (const text of ['aquarium care', 'fish tank', 'wet friends', 'guppy whisperer'])
      expect(await found(text), text).toBe(1)
  })

  test('gives the name free: another category can have it, and then its address', async () => {
    await change('Pet Services', { name: 'Animals' })
    await add({ name: 'Pet Services' })
    const { statusCode } = await get('/category/pet-services')
    expect(statusCode).toBe(200)
    expect(await change('Animals', { name: 'Pet services' })).toMatchObject({ status: 400 })
  })

  test('is undone with the address', async () => {
    const before = await find('Pet Services')
    await change('Pet Services', { name: 'Animals' })
    expect((await undoLatest()).status).toBe(200)
    expect(await find('Pet Services')).toEqual(before)
    expect((await get('/category/animals')).headers.location).toBe('/category/pet-services')
  })
})

describe('names in other languages', () => {
  const namesIn = async (language: string) =>
    (await createCatalog(moderated.site.database)).ownNames(language)

  test('are those of the category in these languages, and are undone', async () => {
    await change('Pet Services', { names: { fr: 'Animaux', es: 'Mascotas' } })
    expect(await find('Pet Services')).toMatchObject({ names: { fr: 'Animaux', es: 'Mascotas' } })
    expect((await namesIn('fr')).get('Pet Services')).toBe('Animaux')
    expect((await namesIn('fr-CA')).get('Pet Services')).toBe('Animaux')
    expect((await namesIn('de')).size).toBe(0)
    expect((await auditLog())[0]).toMatchObject({
      before: { names: {} },
      after: { names: { fr: 'Animaux' } },
    })
    await change('Dog Walking', { names: { fr: 'Promenade de chiens' } })
    expect((await namesIn('fr')).get('Dog Walking')).toBe('Promenade de chiens')
    await undoLatest()
    await undo((await auditLog()).find(({ target }) => target === 'Pet Services')?.id)
    expect((await namesIn('fr')).size).toBe(0)
  })

  test('are found by searches', async () => {
    await createListing(moderated.site.database, {
      category: 'Pet Services',
      subcategory: 'Dog Walking',
      title: 'Walks at dawn',
    })
    expect(await found('balades canines')).toBe(0)
    await change('Dog Walking', { names: { fr: 'Balades canines' } })
    expect(await found('balades canines')).toBe(1)
  })

  test('are none if the form leaves them empty', async () => {
    const { id, version, name } = await find('Pet Services')
    await change('Pet Services', { names: { fr: 'Animaux' } })
    expect(readTopicForm({ name, 'names.fr': ' ', 'names.es': ' Mascotas ' })).toMatchObject({
      names: { es: 'Mascotas' },
    })
    expect((await call('PUT', `topic/${id}`, { version, names: {} })).status).toBe(409)
    await change('Pet Services', { names: {} })
    expect((await namesIn('fr')).size).toBe(0)
  })
})

test('a change needs the version that it started from', async () => {
  const { id, version } = await find('Pet Services')
  expect((await call('PUT', `topic/${id}`, { version, name: 'Animals' })).status).toBe(200)
  expect(await call('PUT', `topic/${id}`, { version, icon: 'sun' }, 'colleague')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('in the meantime') },
  })
  const { body } = await change('Animals', { name: 'Animals' })
  expect(body).toEqual({ message: 'Nothing changed.', auditEntryId: null })
  await change('Animals', { icon: 'sun' })
  expect((await undo((await auditLog())[1]?.id)).status).toBe(200)
  expect(await find('Pet Services')).toMatchObject({ icon: 'sun' })
})

describe('a retired category', () => {
  test('is offered nowhere, and keeps its page and its ads', async () => {
    const id = await createListing(moderated.site.database, {
      category: 'Pet Services',
      subcategory: 'Dog Walking',
      title: 'Walks at dawn',
      authorEmail: 'author@example.com',
    })
    await change('Pet Services', { retired: true })
    expect(namesOf(await offered())).not.toContain('Pet Services')
    for (const url of ['/all-categories', '/', '/all-services'])
      expect((await get(url)).body, url).not.toMatch(
        /href="\/category\/pet-services|<option[^>]*>Pet Services/,
      )
    expect((await get('/sitemap-pages.xml')).body).not.toContain('pet-services')
    for (const url of ['/category/pet-services', '/all-services?category=Pet+Services']) {
      const page = await get(url)
      expect(page.statusCode, url).toBe(200)
      expect(page.body, url).toContain('Walks at dawn')
    }
    const topic = { category: 'Pet Services', subcategory: 'Dog Walking' }
    expect(await requestAs<Reply>('other', 'POST', '/services', postOf('service', topic))).toMatchObject({
      status: 400,
      body: { fields: { category: expect.stringContaining('choose') } },
    })
    const update = updateOf('service', { ...topic, title: 'Walks at dusk' })
    expect(await requestAs('author', 'PUT', `/service-update/${id}`, update)).toMatchObject({ status: 200 })
    expect((await undoLatest()).status).toBe(200)
    expect(namesOf(await offered())).toContain('Pet Services')
  })
})

describe('the kinds', () => {
  test('say which ads can be posted', async () => {
    await change('Pet Services', { kinds: ['event'] })
    const topic = { category: 'Pet Services', subcategory: 'Dog Walking' }
    expect(await requestAs<Reply>('other', 'POST', '/services', postOf('service', topic))).toMatchObject({
      status: 400,
      body: { fields: { category: 'Pet Services is only for events. Please choose another category.' } },
    })
    expect((await get('/all-services')).body).not.toMatch(/<option[^>]*>Pet Services/)
    expect((await get('/all-events')).body).toMatch(/<option[^>]*>Pet Services/)
  })
})

describe('the order', () => {
  test('is that of every page, and is undone', async () => {
    const ids = (await list()).filter(({ parent }) => parent === null).map(({ id }) => id)
    const names = namesOf(await offered())
    const order = (body: object) => call('PUT', 'topics', body)
    expect((await order({ ids: ids.toReversed(), before: ids })).status).toBe(200)
    expect(namesOf(await offered())).toEqual(names.toReversed())
    expect((await order({ ids, before: ids })).status).toBe(409)
    expect((await order({ ids: ids.slice(1), before: ids.toReversed() })).status).toBe(400)
    // The one in the middle has not moved.
    const moved = names.toReversed().filter((name, place) => names[place] !== name)
    expect((await auditLog())[0]).toMatchObject({ action: 'category.order', after: moved })
    expect((await undoLatest()).status).toBe(200)
    expect(namesOf(await offered())).toEqual(names)
  })
})

describe('a set', () => {
  const addSet = (set: TopicSet, replace = false) => call('POST', 'topic-set', { set, replace })

  for (const set of topicSetKeys)
    test(
      `“${set}” takes the place of all others on a site without ads, and is undone`,
      slowUnless(set === 'small-town'),
      async () => {
        const before = await list()
        expect((await addSet(set, true)).status).toBe(200)
        const sizes = { full: 19, 'small-town': 8, 'events-only': 12, empty: 0 }
        const categories = await offered()
        expect(categories).toHaveLength(sizes[set])
        for (const { name, subcategories } of categories)
          expect(subcategories.length, name).toBeGreaterThanOrEqual(3)
        const isOfEvents = categories.every(({ kinds }) => kinds?.join() === 'event')
        expect(isOfEvents).toBe(set === 'events-only' || set === 'empty')
        if (set === 'full') return
        expect((await undoLatest()).status).toBe(200)
        expect(await list()).toEqual(before)
      },
    )

  test('is added once, and never replaces what ads have', async () => {
    await createListing(moderated.site.database, {})
    expect((await addSet('small-town', true)).status).toBe(409)
    expect((await addSet('small-town')).status).toBe(200)
    expect(await offered()).toHaveLength(19 + 8)
    expect((await addSet('small-town')).body.message).toBe('Nothing changed.')
    await change('Home & Repairs', { retired: true })
    await addSet('small-town')
    expect(await offered()).toHaveLength(19 + 8)
  })
})
