import { expect, test } from 'vitest'
import { type Api, createApi, type Transport } from '../../../shared/api-client.ts'
import type { CallReply } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { toOrder } from '../../../shared/list-filters.ts'
import { shippedFields } from '../../../shared/listing-fields/shipped.ts'
import type { Facets } from '../../../shared/search.ts'
import { defaultSettings, pageSettingsOf } from '../../../shared/settings/table.ts'
import type { FacetName } from '../filtered-list/list-page.ts'
import { normalizeTaxonomy, readTaxonomy } from '../filters/read-taxonomy.ts'
import { loadSearch } from './load-all-listings.ts'
import { type ListRequest, loadList } from './load-list.ts'

type Reply = CallReply<'filterServices'>

const facets: Facets = {
  categories: [{ name: 'Pet Services', count: 1000, more: true }],
  subcategories: [{ name: 'Dog Walking', count: 3, more: false }],
  states: [
    { name: 'Texas', count: 5, more: false },
    { name: 'Ontario', count: 2, more: false },
  ],
  cities: [],
  free: { count: 4, more: false },
  pictures: { count: 9, more: false },
  fields: [],
}
const listing: Reply['services'][number] = {
  _id: '1',
  title: 'Dog walks',
  description: 'Around the park',
  images: [],
  placeholders: [],
  fields: {},
  price: 20,
  price_unit: null,
  recommendations: 0,
  posted: '2026-11-20T12:00:00Z',
  status: 'active',
  freshness: 'current',
  country: 'United States',
  state: 'Texas',
  city: 'Austin',
  category: 'Pet Services',
  subcategory: 'Dog Walking',
  distance: 3.2,
}
const found: Reply = {
  services: [listing],
  total: 1000,
  totalPages: 84,
  search: {
    corrected: 'dog',
    place: null,
    understood: [],
    near: { name: 'Austin, Texas', unit: 'mi' },
    more: true,
    full: 0,
    related: false,
    alternatives: [],
  },
  facets,
}
const places = [
  { name: 'United States', states: ['Texas'] },
  { name: 'Canada', states: ['Ontario'] },
].map(({ name, states }) => ({
  _id: name,
  name,
  slug: name,
  state: states.map((state) => ({ id: state, name: state, cities: [] })),
}))

/** Returns an API whose lists are `reply`, and the queries that it received. */
function apiWith(reply: (query: Record<string, unknown>) => unknown) {
  const queries: Record<string, unknown>[] = []
  const send = async (name: string, input: { query?: Record<string, unknown> }) => {
    if (name === 'listPlaces') return places
    if (name === 'listCategories') return []
    if (name === 'listFields') return { fields: shippedFields }
    queries.push(input.query ?? {})
    return reply(input.query ?? {})
  }
  return { api: createApi(send as Transport), queries }
}

const contextOf = (api: Api, search: string) => ({
  api,
  query: new URLSearchParams(search),
  params: {},
  path: `/all-services?${search}`,
  settings: pageSettingsOf(defaultSettings),
  today: () => '2026-11-20',
})

const facetNames: FacetName[] = ['category', 'subcategory', 'state', 'city']

function load(api: Api, search: string) {
  const context = contextOf(api, search)
  const form = normalizeTaxonomy(readTaxonomy(context.query), [], [])
  return loadList(context, { kind: 'service', form, page: 1, facetNames, locations: [] })
}

test('the filters of the URL reach the call, and the reply becomes cards, counts, and facets', async () => {
  const { api, queries } = apiWith(() => found)
  const loaded = await load(api, 'searchtext=dgo&near=Austin&within=10&free=true&when=today')
  expect(queries).toMatchObject([{ searchtext: 'dgo', near: 'Austin', within: '10', free: 'true' }])
  expect(queries[0], 'services have no days').not.toHaveProperty('when')
  expect(loaded.list).toMatchObject({ total: 1000, more: true, full: 0 })
  expect(loaded.list.cards[0]?.distance).toBe('3 mi away')
  expect(loaded.filterCount).toBe(2)
  expect(loaded.facets.map(({ name }) => name)).toEqual(['category', 'state'])
  expect(loaded.counts).toEqual({ free: facets.free, pictures: facets.pictures })
})

test('a reply without explanations is a plain list', async () => {
  const { api } = apiWith(() => ({
    services: [{ ...listing, distance: undefined }],
    total: 1,
    totalPages: 1,
  }))
  const loaded = await load(api, '')
  expect(loaded).toMatchObject({ report: null, facets: [], counts: null, filters: {}, filterCount: 0 })
  expect(loaded.list).toMatchObject({ more: false, full: 1 })
  expect(loaded.list.cards[0]).not.toHaveProperty('distance')
})

test('a rejected place is explained, and the list ignores it with its distance', async () => {
  const { api, queries } = apiWith((query) => {
    if (query.near) throw new AppError('invalid', 'Unknown.', { near: 'We don’t know this place.' })
    return found
  })
  const loaded = await load(api, 'near=Atlantis&within=10&pictures=true')
  expect(loaded.rejected).toEqual({ near: { value: 'Atlantis', message: 'We don’t know this place.' } })
  expect(loaded.filters).toEqual({ pictures: 'true' })
  expect(loaded.fields, 'what was typed stays in the fields').toEqual({
    pictures: 'true',
    near: 'Atlantis',
    within: '10',
  })
  expect(queries).toHaveLength(2)
  expect(queries[1]).not.toHaveProperty('within')
})

test('a place is explained beside a price that was rejected before it', async () => {
  const { api, queries } = apiWith((query) => {
    if (query.price_min) throw new AppError('invalid', 'No price.', { price_min: 'No price.' })
    if (query.near) throw new AppError('invalid', 'Unknown.', { near: 'We don’t know this place.' })
    return found
  })
  const loaded = await load(api, 'near=Atlantis&price_min=abc&pictures=true')
  expect(Object.keys(loaded.rejected).sort()).toEqual(['near', 'price_min'])
  expect(loaded.filters).toEqual({ pictures: 'true' })
  expect(queries).toHaveLength(3)
})

test('the map has the filters of the list, and a chosen town searches without the place in the text', async () => {
  const place = { name: 'Texas', text: 'dog' }
  const town = {
    name: 'Austin',
    state: 'Texas',
    country: 'United States',
    latitude: 30,
    longitude: -98,
    count: 1,
  }
  const { api, queries } = apiWith(({ kind, city }) =>
    kind ? [town] : { ...found, total: city ? 1 : 9, search: { ...found.search, place } },
  )
  const loaded = await load(api, 'view=map&town=Austin,+Texas&searchtext=dog+texas&free=true')
  expect(queries).toMatchObject([
    { searchtext: 'dog texas', free: 'true' },
    { kind: 'service', searchtext: 'dog texas', free: 'true' },
    { searchtext: 'dog', free: 'true', country: 'United States', state: 'Texas', city: 'Austin' },
  ])
  expect(loaded).toMatchObject({ map: { town }, report: { place }, list: { total: 1 } })
  expect((await load(api, 'searchtext=dog')).map).toBeNull()
})

test('other errors are not hidden', async () => {
  const unknown = new AppError('invalid', 'No.', { category: 'No.' })
  await expect(load(apiWith(() => Promise.reject(unknown)).api, 'near=Austin')).rejects.toBe(unknown)
  const down = new AppError('unavailable', 'Down.')
  await expect(load(apiWith(() => Promise.reject(down)).api, 'near=Austin')).rejects.toBe(down)
})

test('a state brings its country if none is chosen', async () => {
  const { api } = apiWith((query) => ({ ...found, events: [], services: query.when ? [] : [listing] }))
  const { loaded } = await loadSearch(contextOf(api, 'searchtext=dog&tab=services'))
  expect(loaded.facets.find(({ name }) => name === 'state')?.values).toMatchObject([
    { name: 'Texas', country: 'United States' },
    { name: 'Ontario', country: 'Canada' },
  ])
})

test('the tabs of a search say when there are more', async () => {
  const { api } = apiWith(() => found)
  const { counts } = await loadSearch(contextOf(api, 'searchtext=dog&tab=services'))
  expect(counts).toEqual({ services: '1,000+', events: '1,000+' })
})

const ofServices = {
  ...facets,
  fields: [
    { key: 'travel', choices: [{ key: 'home', count: 3, more: false }] },
    { key: 'years', choices: [] },
    { key: 'licensed', choices: [{ key: 'yes', count: 2, more: false }] },
  ],
}

test('the filters of fields reach the call, and become controls, chips, and orders', async () => {
  const { api, queries } = apiWith(() => ({ ...found, facets: ofServices }))
  const search = 'category=Pet+Services&f.years.min=5&f.years.max=&f.travel=home&f.travel=online&f.licensed='
  const { fieldFilters, fields, filters, filterCount } = await load(api, search)
  expect(filters).toEqual({ 'f.years': '5-', 'f.travel': 'home,online' })
  expect(queries).toMatchObject([filters])
  expect(fields).toEqual({ ...filters, 'f.years.min': '5', 'f.years.max': '' })
  expect(filterCount).toBe(2)
  expect(fieldFilters.chips).toEqual([
    { name: 'f.travel', label: 'Where it happens: Comes to you or Online' },
    { name: 'f.years', label: 'Experience: 5 years or more' },
  ])
  expect(fieldFilters.sorts).toEqual([
    { value: 'f.years-asc', label: 'Experience: low to high' },
    { value: 'f.years-desc', label: 'Experience: high to low' },
  ])
  expect(fieldFilters.controls).toEqual([
    {
      name: 'f.travel',
      label: 'Where it happens',
      type: 'choices',
      choices: [
        { key: 'home', label: 'Comes to you', count: 3, more: false },
        { key: 'place', label: 'At their place', count: 0, more: false },
        { key: 'online', label: 'Online', count: 0, more: false },
      ],
    },
    { name: 'f.years', label: 'Experience (years)', type: 'number', error: '' },
    expect.objectContaining({
      name: 'f.licensed',
      choices: [
        { key: 'yes', label: 'Yes', count: 2, more: false },
        { key: 'no', label: 'No', count: 0, more: false },
      ],
    }),
  ])
})

test('a filter that the list does not have is left out with the server’s sentence', async () => {
  const message = 'Ads in this list do not have the field “years”, so it does not filter this list.'
  const { api } = apiWith((query) => {
    if (query['f.years']) throw new AppError('invalid', 'No.', { 'f.years': message })
    return found
  })
  const loaded = await load(api, 'category=Pet+Services&f.years=5-&free=true')
  expect(loaded.rejected).toEqual({ 'f.years': { value: '5-', message } })
  expect(loaded.filters).toEqual({ free: 'true' })
  expect(loaded.fieldFilters).toEqual({ controls: [], ends: {}, chips: [], sorts: [] })
})

test('a list without a category has no filters of fields', async () => {
  const { api, queries } = apiWith(() => found)
  const { filters, rejected } = await load(api, 'category=&f.years=5-&free=true')
  expect(filters).toEqual({ free: 'true' })
  expect(queries).toMatchObject([{ free: 'true' }])
  expect(queries[0]).not.toHaveProperty(['f.years'])
  expect(rejected).toEqual({})
})

test('a refused range is explained at its field, which keeps what was typed', async () => {
  const { api } = apiWith((query) => {
    if (query['f.years']) throw new AppError('invalid', 'No.', { 'f.years': 'No.' })
    return { ...found, facets: ofServices }
  })
  const { fieldFilters, fields } = await load(api, 'category=Pet+Services&f.years.min=1e3&f.years.max=')
  expect(fields).toEqual({ 'f.years.min': '1e3', 'f.years.max': '' })
  expect(fieldFilters.chips).toEqual([])
  expect(fieldFilters.controls[1]).toMatchObject({ error: 'Enter a number such as 5.' })
})

test('an order by a field that the list does not have is not kept', async () => {
  const { api } = apiWith(() => ({ ...found, facets: ofServices }))
  const sortOf = async (sort: string) => {
    const context = contextOf(api, '')
    const form = normalizeTaxonomy(readTaxonomy(context.query), [], [])
    const request: ListRequest = { kind: 'service', form, page: 1, facetNames, locations: [] }
    return (await loadList(context, { ...request, sort: toOrder(sort) })).sort
  }
  expect(await sortOf('f.years-desc')).toBe('f.years-desc')
  expect(await sortOf('f.travel-desc')).toBeUndefined()
  expect(await sortOf('price-asc')).toBe('price-asc')
})
