/** Writes a list as a JSON feed (https://www.jsonfeed.org/version/1.1/). */
import { listTitle } from '../../../shared/list-title.ts'
import type { Kind } from '../../../shared/listing.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Product } from '../../../shared/product.ts'
import type { ListingPage } from '../listings/service.ts'
import type { FeedQuery } from './feed-query.ts'
import { withoutForbidden } from './xml.ts'

type Row = ListingPage['rows'][number]
type JsonFeed = {
  kind: Kind
  query: FeedQuery
  rows: Row[]
  /** Returns the HTML of an entry. */
  contentOf: (kind: Kind, row: Row) => string
  product: Product
  publicUrl: string
}

export function jsonFeed({ kind, query, rows, contentOf, product, publicUrl }: JsonFeed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: withoutForbidden(`${listTitle(kind, query)} | ${product.name}`),
    home_page_url: `${publicUrl}${publicPaths.listings(kind, query)}`,
    feed_url: `${publicUrl}${publicPaths.jsonFeed(kind, query)}`,
    authors: [{ name: product.name, url: publicUrl }],
    language: 'en',
    items: rows.map((row) => ({
      // The same as in the Atom feed.
      id: `urn:uuid:${row._id}`,
      url: `${publicUrl}${publicPaths.listing(kind, row._id)}`,
      title: withoutForbidden(row.title),
      content_html: withoutForbidden(contentOf(kind, row)),
      ...(row.images[0] && { image: new URL(row.images[0], publicUrl).href }),
      date_published: row.posted,
      date_modified: row.updated,
      tags: [row.category, row.subcategory].filter((topic) => topic !== null),
    })),
  })
}
