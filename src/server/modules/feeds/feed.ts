/** Lists as Atom feeds (RFC 4287), RSS feeds, and JSON feeds. Feeds never include the contact information of authors. */

import * as z from 'zod/mini'
import { notFound } from '../../../shared/errors.ts'
import { isOvernight } from '../../../shared/event-times.ts'
import { formatEventDays, formatPlace, formatTown } from '../../../shared/format.ts'
import { readerLanguage } from '../../../shared/language.ts'
import { maxFeedEntries } from '../../../shared/limits.ts'
import { listTitle } from '../../../shared/list-title.ts'
import { FilterSchema, type Kind } from '../../../shared/listing.ts'
import type { ListingField } from '../../../shared/listing-fields/field.ts'
import { formatContextOf, shownLines } from '../../../shared/listing-fields/format.ts'
import { localField } from '../../../shared/local-names.ts'
import { isOffered } from '../../../shared/offered-kinds.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { formatPrice, perTicket } from '../../../shared/price.ts'
import { withFieldFilters } from '../../../shared/search.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { clockLocale } from '../../../shared/site-format.ts'
import { t } from '../../../shared/translate.ts'
import { html } from '../../platform/html.ts'
import { parse } from '../../platform/http/dispatch.ts'
import type { ListingFields } from '../listing-fields/service.ts'
import type { ListingPage, ListingService } from '../listings/service.ts'
import { withoutForbidden, type Xml, xml } from './xml.ts'

type Row = ListingPage['rows'][number]
export type FeedOptions = {
  listings: ListingService
  listingFields: ListingFields
  settings: CurrentSettings
  publicUrl: string
}

/** The query of a feed or calendar: the same filters, by name, as the list page that it follows. */
const FeedQuerySchema = withFieldFilters(
  z.pick(z.object(FilterSchema.shape), {
    searchtext: true,
    category: true,
    subcategory: true,
    country: true,
    state: true,
    city: true,
    sort: true,
  }),
)
export type FeedQuery = z.infer<typeof FeedQuerySchema>

/** Throws `invalid` with a message for each bad parameter. */
export const parseFeedQuery = (query: unknown): FeedQuery => parse(FeedQuerySchema, query) as FeedQuery

/** The `updated` of an empty feed. A constant, so that it does not change between requests. */
const epoch = '1970-01-01T00:00:00.000Z'

export function createFeed({ listings, listingFields, settings, publicUrl }: FeedOptions) {
  /** Newest first by default: subscribers want to see new listings, including events in the far future. */
  async function listEntries(kind: Kind, query: FeedQuery): Promise<Row[]> {
    if (!isOffered(settings(), kind)) throw notFound('feed')
    const { sort = 'newest', ...filter } = query
    return (await listings.page(null, kind, filter, { page: 1, limit: maxFeedEntries, sort })).rows
  }

  async function atom(kind: Kind, query: FeedQuery): Promise<string> {
    const [rows, fields] = await Promise.all([listEntries(kind, query), listingFields.all()])
    const self = `${publicUrl}${publicPaths.feed(kind, query)}`
    const [updated = epoch] = rows
      .map((row) => row.updated)
      .sort()
      .reverse()
    return `<?xml version="1.0" encoding="utf-8"?>\n${
      xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${readerLanguage()}">
<id>${self}</id>
<title>${listTitle(kind, query)} | ${settings().name}</title>
<updated>${updated}</updated>
<author><name>${settings().name}</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${publicUrl}${publicPaths.listings(kind, query)}"/>
${rows.map((row) => entry(kind, row, contentOf(kind, row, fields)))}
</feed>
`.text
    }`
  }

  /** See https://www.jsonfeed.org/version/1.1/. */
  async function json(kind: Kind, query: FeedQuery): Promise<string> {
    const [rows, fields] = await Promise.all([listEntries(kind, query), listingFields.all()])
    return JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: withoutForbidden(`${listTitle(kind, query)} | ${settings().name}`),
      home_page_url: `${publicUrl}${publicPaths.listings(kind, query)}`,
      feed_url: `${publicUrl}${publicPaths.jsonFeed(kind, query)}`,
      authors: [{ name: settings().name, url: publicUrl }],
      language: readerLanguage(),
      items: rows.map((row) => ({
        // The same as in the Atom feed.
        id: `urn:uuid:${row._id}`,
        url: `${publicUrl}${publicPaths.listing(kind, row._id)}`,
        title: withoutForbidden(row.title),
        content_html: withoutForbidden(contentOf(kind, row, fields)),
        ...(row.images[0] && { image: new URL(row.images[0], publicUrl).href }),
        date_published: row.posted,
        date_modified: row.updated,
        tags: topicsOf(row),
      })),
    })
  }

  /** See https://www.rssboard.org/rss-specification. */
  async function rss(kind: Kind, query: FeedQuery): Promise<string> {
    const [rows, fields] = await Promise.all([listEntries(kind, query), listingFields.all()])
    const title = `${listTitle(kind, query)} | ${settings().name}`
    return `<?xml version="1.0" encoding="utf-8"?>\n${
      xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${title}</title>
<link>${publicUrl}${publicPaths.listings(kind, query)}</link>
<description>${title}</description>
<language>${readerLanguage()}</language>
<atom:link rel="self" type="application/rss+xml" href="${publicUrl}${publicPaths.rssFeed(kind, query)}"/>
${rows.map((row) => item(kind, row, contentOf(kind, row, fields)))}
</channel>
</rss>
`.text
    }`
  }

  return { atom, rss, json }

  function item(kind: Kind, row: Row, content: string): Xml {
    return xml`<item>
<title>${row.title}</title>
<link>${publicUrl}${publicPaths.listing(kind, row._id)}</link>
<guid isPermaLink="false">urn:uuid:${row._id}</guid>
<pubDate>${new Date(row.posted).toUTCString()}</pubDate>
${topicsOf(row).map((topic) => xml`<category>${topic}</category>`)}
<description>${content}</description>
</item>`
  }

  function entry(kind: Kind, row: Row, content: string): Xml {
    return xml`<entry>
<id>urn:uuid:${row._id}</id>
<title>${row.title}</title>
<link rel="alternate" type="text/html" href="${publicUrl}${publicPaths.listing(kind, row._id)}"/>
<published>${row.posted}</published>
<updated>${row.updated}</updated>
${topicsOf(row).map((topic) => xml`<category term="${topic}"/>`)}
<content type="html">${content}</content>
</entry>`
  }

  function contentOf(kind: Kind, row: Row, fields: readonly ListingField[]): string {
    const facts = [
      formatPrice(row, settings().currency, kind === 'event' ? perTicket : undefined),
      ...(kind === 'event' ? [daysOf(row), formatTown(row)] : [formatPlace(row)]),
      ...stateOf(row),
    ]
    const paragraphs = row.description.split(/\s*\n\s*/).map((line) => html`<p>${line}</p>`)
    const context = formatContextOf(row, settings().currency)
    const lines = shownLines(fields.map(localField), row.fields, 'details', context).map(
      (line) => html`<p>${line}</p>`,
    )
    return html`<p>${facts.filter(Boolean).join(' · ')}</p>${paragraphs}${lines}`.text
  }
}

const topicsOf = ({ category, subcategory }: Row) => [category, subcategory].filter((topic) => topic !== null)

/** Returns when an event takes place: of a series, its current or next date. */
function daysOf({ occurrence, rule, time_zone }: Row): string {
  const { startDate, endDate, startTime, endTime, startsAt, endsAt } = occurrence
  const days = formatEventDays(startDate, isOvernight(occurrence) ? startDate : endDate)
  const time = { timeZone: time_zone, hour: 'numeric', minute: '2-digit' } as const
  const from = new Intl.DateTimeFormat(clockLocale(), time)
  const until = new Intl.DateTimeFormat(clockLocale(), { ...time, timeZoneName: 'short' })
  const times = [startTime !== null && startsAt, endTime !== null && endsAt].filter(
    (instant) => instant !== false,
  )
  const format = (instant: string, index: number) =>
    (index < times.length - 1 ? from : until).format(new Date(instant))
  const when = [days, ...(times.length > 0 ? [spanOf(times.map(format))] : [])].join(', ')
  return rule === null ? when : t('Repeats, next on {when}', { when })
}

const spanOf = ([start = '', end]: string[]) =>
  end === undefined ? start : t('{start} to {end}', { start, end })

function stateOf({ canceled, postponed, event_availability }: Row): string[] {
  if (canceled) return [t('Canceled')]
  if (postponed) return [t('Postponed')]
  return event_availability === 'soldout' ? [t('Sold out')] : []
}
