/**
 * The sitemap: an index of parts, of which one is the pages and the others are the listings (decision 017). All but the pages
 * is written as it is read, a batch at a time, and only as fast as it is taken.
 */
import { addresses } from '../../shared/addresses.ts'
import { foundSince } from '../../shared/days.ts'
import { dayIn } from '../../shared/format.ts'
import type { Product } from '../../shared/product.ts'
import type { Catalogue } from '../catalog/catalogue.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../listings/upkeep.ts'
import { listed, listingsOfPart, partStarts } from './sitemap-queries.ts'
import { type Xml, xml } from './xml.ts'

export type SitemapParts = {
  database: Database
  catalogue: Catalogue
  product: Product
  publicUrl: string
  clock: Clock
}

export type Sitemap = ReturnType<typeof createSitemap>

const pagesPart = 'pages.xml'

export function createSitemap({ database, catalogue, product, publicUrl, clock }: SitemapParts) {
  const absolute = (path: string) => `${publicUrl}${path}`
  const partAt = (name: string) => xml`<sitemap><loc>${absolute(`/sitemap/${name}`)}</loc></sitemap>`
  const page = (path: string, lastmod?: Date) =>
    xml`<url><loc>${absolute(path)}</loc>${lastmod ? xml`<lastmod>${lastmod.toISOString()}</lastmod>` : ''}</url>`

  async function* parts() {
    yield [partAt(pagesPart)]
    for await (const starts of partStarts(database)) yield starts.map((id) => partAt(nameOf(id)))
  }

  async function* pages() {
    const paths = [...screens(product.slug), ...(await catalogueScreens(database, catalogue))]
    yield paths.map((path) => page(path))
  }

  async function* listings(start: string) {
    const since = foundSince(dayIn(product.timeZone, clock()))
    for await (const batch of listingsOfPart(database, start, since)) {
      yield batch.map(({ kind, id, updated }) => page(addresses.listing(kind, id), updated))
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
  addresses.home(),
  addresses.allServices(),
  addresses.allEvents(),
  addresses.allCategories(),
  addresses.allLocations(),
  addresses.safetyGuide(),
  addresses.customerGuide(),
  addresses.providerGuide(),
  addresses.suggestions(slug),
  addresses.about(),
  addresses.contact(),
  addresses.privacy(),
  addresses.cookies(),
]

/** Categories, subcategories, countries and states in which there is something to see. */
async function catalogueScreens(database: Database, catalogue: Catalogue): Promise<string[]> {
  const topics = catalogue
    .categories()
    .flatMap(({ _id, slug, subcategories }) => [
      { id: Number(_id), path: addresses.category(slug) },
      ...subcategories.map((sub) => ({ id: Number(sub.id), path: addresses.subcategory(slug, sub.slug) })),
    ])
  const places = catalogue
    .locations()
    .flatMap(({ _id, slug, state }) => [
      { id: Number(_id), path: addresses.location(slug) },
      ...state.map(({ _id, name }) => ({ id: Number(_id), path: addresses.state(name) })),
    ])
  const shown = await listed(
    database,
    topics.map(({ id }) => id),
    places.map(({ id }) => id),
  )
  const found = [
    ...topics.filter(({ id }) => shown.topics.has(id)),
    ...places.filter(({ id }) => shown.places.has(id)),
  ]
  // Two countries may have a state of one name: it is one page.
  return [...new Set(found.map(({ path }) => path))]
}
