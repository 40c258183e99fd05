/**
 * The sitemap: an index of one part for pages, and any number of parts for listings and for sellers who chose a name for their page (docs/subsystems/feeds.md). Listings are streamed
 * from the database in batches, at the client's pace.
 */

import { dayIn, indexedSince } from '../../../shared/days.ts'
import type { Kind } from '../../../shared/listing.ts'
import { isOffered, offeredKinds } from '../../../shared/offered-kinds.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Catalog } from '../catalog/service.ts'
import type { Texts } from '../texts/service.ts'
import {
  listingsOfPart,
  type Place,
  partStarts,
  placesWithListings,
  sellerHandles,
  sellerParts,
} from './sitemap-queries.ts'
import { type Xml, xml } from './xml.ts'

export type SitemapOptions = {
  database: Database
  catalog: Catalog
  settings: CurrentSettings
  texts: Pick<Texts, 'paths'>
  slug: string
  publicUrl: string
  clock: Clock
}

const pagesPart = 'pages.xml'

export function createSitemap({
  database,
  catalog,
  settings,
  texts,
  slug,
  publicUrl,
  clock,
}: SitemapOptions) {
  const absolute = (path: string) => `${publicUrl}${path}`
  const partEntry = (name: string) => xml`<sitemap><loc>${absolute(`/sitemap/${name}`)}</loc></sitemap>`
  const pageEntry = (path: string, lastmod?: string) =>
    xml`<url><loc>${absolute(path)}</loc>${lastmod ? xml`<lastmod>${lastmod}</lastmod>` : ''}</url>`

  async function* parts() {
    for await (const starts of partStarts(database)) yield starts.map(({ id }) => partEntry(partName(id)))
    const sellers = await sellerParts(database)
    yield [partEntry(pagesPart), ...sellers.map((first) => partEntry(`sellers-${first}.xml`))]
  }

  async function* pages() {
    const lists = await listScreens(database, catalog, offeredKinds(settings()))
    const paths = [...screens(slug), ...texts.paths(), ...lists]
    yield paths.map((path) => pageEntry(path))
  }

  async function* sellers(first: string) {
    for await (const handles of sellerHandles(database, first))
      yield handles.map(({ id }) => pageEntry(publicPaths.seller(id)))
  }

  async function* listings(start: string) {
    const since = indexedSince(dayIn(settings().timeZone, clock()))
    for await (const batch of listingsOfPart(database, start, since)) {
      const shown = batch.filter(({ kind }) => isOffered(settings(), kind))
      yield shown.map(({ kind, id, updated }) => pageEntry(publicPaths.listing(kind, id), updated))
    }
  }

  return {
    index: () => document('sitemapindex', parts()),
    /** Returns the part with this name, or null if the name is not valid. */
    part(name: string): AsyncGenerator<string> | null {
      if (name === pagesPart) return document('urlset', pages())
      const first = /^sellers-([a-z0-9])\.xml$/.exec(name)?.[1]
      if (first) return document('urlset', sellers(first))
      const start = partStart(name)
      return start ? document('urlset', listings(start)) : null
    },
  }
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Yields the document in chunks. The first includes the first batch, so an early error precedes any output. */
async function* document(root: string, batches: AsyncGenerator<Xml[]>) {
  let header = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n`
  for await (const batch of batches) {
    yield header + batch.map(({ text }) => `${text}\n`).join('')
    header = ''
  }
  yield `${header}</${root}>\n`
}

const partName = (start: string) => `listings-${start}.xml`
/** A part can only start at these ids (`listing_index_sitemap_idx`). */
const partStart = (name: string) =>
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

type ListScreen = Place & { path: (kind: Kind) => string }

/** Returns both tabs of every list page that is not empty. Empty ones are `noindex`. */
async function listScreens(database: Database, catalog: Catalog, kinds: Kind[]): Promise<string[]> {
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
  const hasListings = await placesWithListings(
    database,
    topics.map(({ topic }) => topic),
    places.map(({ place }) => place),
  )
  const screens: ListScreen[] = [{ path: (kind) => publicPaths.listings(kind) }, ...topics, ...places]
  const paths = screens.flatMap((screen) =>
    kinds.filter((kind) => hasListings(kind, screen)).map((kind) => screen.path(kind)),
  )
  // States with the same name in two countries share a page.
  return [...new Set(paths)]
}

const tabOf = (kind: Kind) => (kind === 'event' ? { tab: 'events' } : {})
