/**
 * The sitemap: an index of parts, of which one is the pages and the others are the listings (decision 017). All but the pages
 * is written as it is read, a batch at a time, and only as fast as it is taken.
 */

import { dayIn, indexedSince } from '../../../shared/days.ts'
import type { Kind } from '../../../shared/listing.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Product } from '../../../shared/product.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Catalog } from '../catalog/service.ts'
import { listingsOfPart, partStarts, type Shelf, shownUnder } from './sitemap-queries.ts'
import { type Xml, xml } from './xml.ts'

export type SitemapParts = {
  database: Database
  catalog: Catalog
  product: Product
  publicUrl: string
  clock: Clock
}

const pagesPart = 'pages.xml'

export function createSitemap({ database, catalog, product, publicUrl, clock }: SitemapParts) {
  const absolute = (path: string) => `${publicUrl}${path}`
  const partAt = (name: string) => xml`<sitemap><loc>${absolute(`/sitemap/${name}`)}</loc></sitemap>`
  const page = (path: string, lastmod?: string) =>
    xml`<url><loc>${absolute(path)}</loc>${lastmod ? xml`<lastmod>${lastmod}</lastmod>` : ''}</url>`

  async function* parts() {
    for await (const starts of partStarts(database)) yield starts.map((id) => partAt(nameOf(id)))
    yield [partAt(pagesPart)]
  }

  async function* pages() {
    const paths = [...screens(product.slug), ...(await listScreens(database, catalog))]
    yield paths.map((path) => page(path))
  }

  async function* listings(start: string) {
    const since = indexedSince(dayIn(product.timeZone, clock()))
    for await (const batch of listingsOfPart(database, start, since)) {
      yield batch.map(({ kind, id, updated }) => page(publicPaths.listing(kind, id), updated))
    }
  }

  return {
    index: () => document('sitemapindex', parts()),
    /** The part of this name; null when none could have it. */
    part(name: string): AsyncGenerator<string> | null {
      if (name === pagesPart) return document('urlset', pages())
      const start = startOf(name)
      return start ? document('urlset', listings(start)) : null
    },
  }
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The document as text, piece by piece: the first holds the first batch, so what fails at once fails before it. */
async function* document(root: string, batches: AsyncGenerator<Xml[]>) {
  let head = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n`
  for await (const batch of batches) {
    yield head + batch.map(({ text }) => `${text}\n`).join('')
    head = ''
  }
  yield `${head}</${root}>\n`
}

const nameOf = (start: string) => `listings-${start}.xml`
/** Only such ids begin a part (migration 0012). */
const startOf = (name: string) =>
  /^listings-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{9}[08]00)\.xml$/.exec(name)?.[1]

const screens = (slug: string) => [
  publicPaths.home(),
  publicPaths.allCategories(),
  publicPaths.allLocations(),
  publicPaths.safetyGuide(),
  publicPaths.customerGuide(),
  publicPaths.providerGuide(),
  publicPaths.suggestions(slug),
  publicPaths.about(),
  publicPaths.contact(),
  publicPaths.privacy(),
  publicPaths.cookies(),
]

type ListScreen = Shelf & { path: (kind: Kind) => string }

/** The pages of lists, each of their two tabs, in which there is something to see: empty ones say `noindex`. */
async function listScreens(database: Database, catalog: Catalog): Promise<string[]> {
  const topics: (ListScreen & { topic: number })[] = catalog
    .categories()
    .flatMap(({ _id, slug, subcategories }) => [
      { topic: Number(_id), path: (kind) => publicPaths.category(slug, tabOf(kind)) },
      ...subcategories.map((sub) => ({
        topic: Number(sub.id),
        path: (kind: Kind) => publicPaths.subcategory(slug, sub.slug, tabOf(kind)),
      })),
    ])
  const places: (ListScreen & { place: number })[] = catalog.locations().flatMap(({ _id, slug, state }) => [
    { place: Number(_id), path: (kind) => publicPaths.location(slug, tabOf(kind)) },
    ...state.map(({ _id, name }) => ({
      place: Number(_id),
      path: (kind: Kind) => publicPaths.state(name, tabOf(kind)),
    })),
  ])
  const isShown = await shownUnder(
    database,
    topics.map(({ topic }) => topic),
    places.map(({ place }) => place),
  )
  const screens: ListScreen[] = [{ path: (kind) => publicPaths.listings(kind) }, ...topics, ...places]
  const paths = screens.flatMap((screen) =>
    kinds.filter((kind) => isShown(kind, screen)).map((kind) => screen.path(kind)),
  )
  // Two countries may have a state of one name: it is one page.
  return [...new Set(paths)]
}

const kinds: Kind[] = ['service', 'event']
const tabOf = (kind: Kind) => (kind === 'event' ? { tab: 'events' } : {})
