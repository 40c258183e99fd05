/** The requests of the benchmark: every list call with many filters and pages up to 100, identical in every run. */
import { createCatalog } from '../src/server/modules/catalog/service.ts'
import type { Database } from '../src/server/platform/database/database.ts'
import { seededRandom } from './seeded-random.ts'

type Query = Record<string, string | number | undefined>

const requestsPerCall = 400
const sorts = ['', '', 'newest', 'price-asc', 'price-desc', 'soonest']
/** Realistic searches, from rare to very common, some of them misspelled. */
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

export async function createRequestMix(database: Database) {
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
    // Like the listings, nine of ten requests are for the United States.
    const country = countries[random.below(10) === 0 ? 1 : 0]
    const state = random.pick(country?.state.filter((candidate) => candidate.cities.length > 0) ?? [])
    const level = random.below(3)
    return {
      country: country?.name ?? '',
      state: level > 0 ? state.name : '',
      city: level > 1 ? random.pick(state.cities).name : '',
    }
  }
  const repeat = (path: string, query: () => Query) =>
    Array.from({ length: requestsPerCall }, () => `/api${path}?${toQueryString(query())}`)

  const calls: Record<string, string[]> = {}
  for (const kind of ['services', 'events']) {
    calls[`/${kind}`] = repeat(`/${kind}`, pageAndSort)
    calls[`/${kind}byfilter, no text`] = repeat(`/${kind}byfilter`, () => ({
      ...(random.below(4) > 0 && topic()),
      ...(random.below(4) > 0 && place()),
      ...pageAndSort(),
    }))
    calls[`/${kind}byfilter, searched`] = repeat(`/${kind}byfilter`, () => ({
      searchtext: random.pick(searches),
      ...(random.below(4) === 0 && topic()),
      ...(random.below(2) === 0 && place()),
      ...pageAndSort(),
      page: 1 + random.below(5),
    }))
    calls[`/${kind}bycategory`] = repeat(`/${kind}bycategory`, () => ({
      category: category().name,
      ...pageAndSort(),
    }))
    calls[`/${kind}bysubcategory`] = repeat(`/${kind}bysubcategory`, () => ({
      subcategory: random.pick(category().subcategories).name,
      ...pageAndSort(),
    }))
    calls[`/${kind}bycountry`] = repeat(`/${kind}bycountry`, () => ({
      country: place().country,
      ...pageAndSort(),
    }))
    calls[`/${kind}bystate`] = repeat(`/${kind}bystate`, () => ({
      state: random.pick(countries[0]?.state ?? []).name,
      ...pageAndSort(),
    }))
    calls[`/${kind}bycity`] = repeat(`/${kind}bycity`, () => ({
      city: random.pick(random.pick(countries[0]?.state ?? []).cities).name,
    }))
  }
  const ids = await database.kysely
    .selectFrom('listing')
    .select(['id', 'kind'])
    .orderBy('id')
    .limit(requestsPerCall)
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

function toQueryString(query: Query): string {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(present.map(([key, value]) => [key, String(value)])).toString()
}
