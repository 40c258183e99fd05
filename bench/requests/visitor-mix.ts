/**
 * What visitors of a site open, all of them together: a third are ads, of which the popular ones get most of the visits
 * (Zipf, exponent 1); the rest are lists, guides, sellers, and a few searches.
 */
import { publicPaths } from '../../src/shared/paths.ts'
import { createWeightedDraw, zipfWeights } from '../generated-listings/word-sampler.ts'
import type { Draw, NextPath } from './draw.ts'

/** Per hundred requests. */
const shares = {
  home: 10,
  all: 8,
  category: 8,
  subcategory: 8,
  'subcategory and city': 10,
  state: 7,
  city: 8,
  seller: 4,
  guide: 3,
  search: 3,
  ad: 31,
}
type Page = keyof typeof shares

/** Shares no factor with the numbers of listings, so multiplying by it shuffles the ranks. */
const shuffle = 7_368_787

export function visitorMix(draw: Draw): NextPath {
  const { random, topic, city, count, listingAt } = draw
  const drawRank = createWeightedDraw(zipfWeights(count, 1))
  const popular = () => listingAt((drawRank(random) * shuffle) % count)
  /** Most visitors see the first page of a list. */
  const page = () => 1 + Math.floor(3 * random.next() ** 4)
  const tab = () => (draw.kind() === 'event' ? 'events' : undefined)
  const inCity = () => {
    const { country, state, name } = city()
    return { country, state, city: name }
  }
  const subcategory = (query: Record<string, string | number | undefined>) => {
    const { id, slug } = topic()
    return publicPaths.subcategory(slug, String(id), { tab: tab(), ...query })
  }
  const pages: Record<Page, NextPath> = {
    home: () => publicPaths.home({ tab: tab() }),
    all: () => publicPaths.listings(draw.kind(), { page: page() }),
    category: () => publicPaths.category(topic().slug, { tab: tab(), page: page() }),
    subcategory: () => subcategory({ page: page() }),
    'subcategory and city': () => subcategory(inCity()),
    state: () => publicPaths.state(city().state, { tab: tab(), page: page() }),
    city: () => publicPaths.listings(draw.kind(), inCity()),
    seller: () => publicPaths.seller(popular().author_id),
    guide: () =>
      random.pick([publicPaths.safetyGuide(), publicPaths.customerGuide(), publicPaths.providerGuide()]),
    search: () => publicPaths.search({ searchtext: draw.word() }),
    ad: () => {
      const { kind, id } = popular()
      return publicPaths.listing(kind, id)
    },
  }
  const names = Object.keys(shares) as Page[]
  const drawPage = createWeightedDraw(names.map((name) => shares[name]))
  return () => pages[names[drawPage(random)] ?? 'home']()
}
