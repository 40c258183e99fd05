/** Lists without a search text, and pages, as visitors browse them. */
import { lastReachablePage, pageSize } from '../../src/shared/limits.ts'
import { parameterOf } from '../../src/shared/listing-fields/parameters.ts'
import { publicPaths } from '../../src/shared/paths.ts'
import type { Draw, NextPath } from './draw.ts'
import { visitorMix } from './visitor-mix.ts'

/** `listings` is the number of listings on the site. */
export function listRequests(draw: Draw, listings: number): Record<string, NextPath> {
  const { random, topic, city, placeNames } = draw
  const list = (query: Record<string, string | number | undefined>, kind = draw.kind()) =>
    draw.path(`/api/${kind}sbyfilter`, query)
  const firstPages = () => 1 + Math.floor(5 * random.next() ** 3)
  const lastPage = Math.min(lastReachablePage, Math.floor((listings * 0.6) / pageSize))
  const topicNames = () => {
    const { name, category } = topic()
    return { category, subcategory: name }
  }
  /** Filters of `operatorFields`. */
  const fieldFilters = () => ({
    [parameterOf(random.pick(['level', 'style', 'season', 'group']))]: `choice${random.below(10)}`,
    ...(random.below(2) === 0 && { [parameterOf('offers')]: `choice${random.below(5)},choice9` }),
    ...(random.below(2) === 0 && { [parameterOf(random.pick(['size', 'hours']))]: `${random.below(300)}-` }),
  })
  return {
    'list, all, pages 1–100': () => draw.path(`/api/${draw.kind()}s`, { page: 1 + random.below(100) }),
    'list, all, any page': () => draw.path('/api/services', { page: 1 + random.below(lastPage) }),
    'list, state': () => list({ ...placeNames(1), page: firstPages() }),
    'list, city': () => list({ ...placeNames(2), page: firstPages() }),
    'list, subcategory': () => list({ ...topicNames(), page: firstPages() }),
    'list, subcategory + city': () => list({ ...topicNames(), ...placeNames(2) }),
    'list, subcategory + state, by price': () =>
      list({ ...topicNames(), ...placeNames(1), sort: random.pick(['price-asc', 'price-desc']) }),
    'list, subcategory, by fields': () => list({ ...topicNames(), ...fieldFilters() }),
    'list, category + state, by fields': () =>
      list({ category: topic().category, ...placeNames(1), ...fieldFilters() }),
    'list, state, by price, pages 1–100': () =>
      list({ state: city().state, sort: 'price-asc', page: 1 + random.below(100) }),
    'list, events, soonest': () =>
      list({ ...(random.below(2) === 0 && placeNames(1)), sort: 'soonest', page: firstPages() }, 'event'),
  }
}

/** Pages of one kind, what visitors open together, and the same with all ads and places instead of the popular ones. */
export function pageRequests(draw: Draw): Record<string, NextPath> {
  const { random, topic, city, listing } = draw
  const pages = {
    'page, home': () => publicPaths.home(),
    'page, list': () => publicPaths.listings(draw.kind(), { page: 1 + random.below(5) }),
    'page, category': () => publicPaths.category(topic().slug),
    'page, state': () => publicPaths.state(city().state),
    'page, detail': () => {
      const { kind, id } = listing()
      return publicPaths.listing(kind, id)
    },
    'page, search': () => publicPaths.search({ searchtext: draw.word() }),
  } satisfies Record<string, NextPath>
  /** Popular ads get most of the visits. */
  const popularAd = lazily(() => {
    const popular = Array.from({ length: 2_000 }, pages['page, detail'])
    return () => popular[Math.floor(popular.length * random.next() ** 3)] ?? '/'
  })
  const mix = [
    ...Array.from({ length: 3 }, () => pages['page, home']),
    ...Array.from({ length: 5 }, () => pages['page, list']),
    ...[pages['page, category'], pages['page, category'], pages['page, state'], pages['page, search']],
    ...Array.from({ length: 7 }, () => popularAd),
    pages['page, detail'],
  ]
  return {
    ...pages,
    'page, mix': () => random.pick(mix)(),
    'page, long tail': lazily(() => visitorMix(draw)),
  }
}

/** Draws nothing before the first request, so that the names of all classes are known without any listings. */
function lazily(create: () => NextPath): NextPath {
  let next: NextPath | undefined
  return () => {
    next ??= create()
    return next()
  }
}
