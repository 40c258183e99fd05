/** What the bench asks: every list call with many different filters, pages up to 100, the same in every run. */
import { createCatalog } from '../src/server/modules/catalog/service.ts'
import type { Database } from '../src/server/platform/database/database.ts'
import { seededRandom } from './seeded-random.ts'

type Query = Record<string, string | number | undefined>

const different = 400
const sorts = ['', '', 'newest', 'price-asc', 'price-desc', 'soonest']
/** What people type, from rare to very common, some of it misspelt. */
const searches = [
  'dog walking',
  'piano lessons',
  'house cleaning',
  'reliable handyman',
  'math tutoring',
  'wedding',
  'moving help saturday',
  'yoga',
  'pianno lesons',
  'bike repair',
  'birthday cake',
  'lawn mowing near you',
  'spanish',
  'tax preparation',
  'evening babysitting',
  'cleaning',
  'services',
]

export async function createQuestions(database: Database) {
  const random = seededRandom(7)
  const catalog = await createCatalog(database)
  const categories = catalog.categories()
  const countries = catalog.locations()

  const pageAndSort = () => ({ page: 1 + random.below(100), sort: random.pick(sorts) })
  const category = () => random.pick(categories)
  const topic = () => {
    const chosen = category()
    return random.below(2) === 0
      ? { category: chosen.name }
      : { category: chosen.name, subcategory: random.pick(chosen.subcategories).name }
  }
  const place = () => {
    // As the listings are: nine of ten in the United States.
    const country = countries[random.below(10) === 0 ? 1 : 0]
    const state = random.pick(country?.state.filter((candidate) => candidate.cities.length > 0) ?? [])
    const level = random.below(3)
    return {
      country: country?.name ?? '',
      state: level > 0 ? state.name : '',
      city: level > 1 ? random.pick(state.cities).name : '',
    }
  }
  const many = (path: string, query: () => Query) =>
    Array.from({ length: different }, () => `/api${path}?${search(query())}`)

  const calls: Record<string, string[]> = {}
  for (const kind of ['services', 'events']) {
    calls[`/${kind}`] = many(`/${kind}`, pageAndSort)
    calls[`/${kind}byfilter, no text`] = many(`/${kind}byfilter`, () => ({
      ...(random.below(4) > 0 && topic()),
      ...(random.below(4) > 0 && place()),
      ...pageAndSort(),
    }))
    calls[`/${kind}byfilter, searched`] = many(`/${kind}byfilter`, () => ({
      searchtext: random.pick(searches),
      ...(random.below(4) === 0 && topic()),
      ...(random.below(2) === 0 && place()),
      ...pageAndSort(),
      page: 1 + random.below(5),
    }))
    calls[`/${kind}bycategory`] = many(`/${kind}bycategory`, () => ({
      category: category().name,
      ...pageAndSort(),
    }))
    calls[`/${kind}bysubcategory`] = many(`/${kind}bysubcategory`, () => ({
      subcategory: random.pick(category().subcategories).name,
      ...pageAndSort(),
    }))
    calls[`/${kind}bycountry`] = many(`/${kind}bycountry`, () => ({
      country: place().country,
      ...pageAndSort(),
    }))
    calls[`/${kind}bystate`] = many(`/${kind}bystate`, () => ({
      state: random.pick(countries[0]?.state ?? []).name,
      ...pageAndSort(),
    }))
    calls[`/${kind}bycity`] = many(`/${kind}bycity`, () => ({
      city: random.pick(random.pick(countries[0]?.state ?? []).cities).name,
    }))
  }
  const ids = await database.kysely
    .selectFrom('listing')
    .select(['id', 'kind'])
    .orderBy('id')
    .limit(different)
    .execute()
  const pages = {
    'home /': ['/', '/?tab=event'],
    'list /all-services':
      calls['/services']?.map((path) => path.replace('/api/services', '/all-services')) ?? [],
    'detail /ad-details': ids.filter(({ kind }) => kind === 'service').map(({ id }) => `/ad-details/${id}`),
    'detail /event-details': ids
      .filter(({ kind }) => kind === 'event')
      .map(({ id }) => `/event-details/${id}`),
  }
  return { calls: { ...calls, '/categories': ['/api/categories'], '/locations': ['/api/locations'] }, pages }
}

function search(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
}
