/** Parses feeds, sitemaps, and calendars as strictly as their standards allow. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import ICAL from 'ical.js'
import { expect } from 'vitest'
import * as z from 'zod'

/** Characters that XML 1.0 forbids and strict parsers reject. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
const forbiddenInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['entry', 'link', 'category', 'url', 'sitemap', 'author'].includes(name),
})

function readXml(text: string): Record<string, unknown> {
  expect(XMLValidator.validate(text)).toBe(true)
  expect(text).not.toMatch(forbiddenInXml)
  // Without a document type, only these entities are allowed, and every ampersand must be escaped.
  expect(text.replace(/&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/gi, '')).not.toContain('&')
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n</i)
  return parser.parse(text) as Record<string, unknown>
}

type Link = { '@rel': string; '@href': string; '@type': string }
type AtomEntry = {
  id: string
  title: string
  updated: string
  published: string
  link: Link[]
  category: { '@term': string }[]
  content: { '#text': string; '@type': string }
}
export type AtomFeed = {
  id: string
  title: string
  updated: string
  author: { name: string }[]
  link: Link[]
  entry: AtomEntry[]
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const address = /^https?:\/\/[^\s<>"]+$/

/** Parses an Atom feed and checks what RFC 4287 requires in sections 4.1.1 and 4.1.2. */
export function readAtom(text: string): AtomFeed {
  const feed = { entry: [], ...(readXml(text).feed as object) } as unknown as AtomFeed & { '@xmlns': string }
  expect(feed['@xmlns']).toBe('http://www.w3.org/2005/Atom')
  expect(feed.id).toMatch(address)
  expect(feed.title).not.toBe('')
  expect(feed.updated).toMatch(instant)
  expect(feed.author.every(({ name }) => name !== '')).toBe(true)
  expect(feed.link.filter((link) => link['@rel'] === 'self')).toHaveLength(1)
  expect(feed.link.filter((link) => link['@rel'] === 'alternate')).toHaveLength(1)
  for (const entry of feed.entry) {
    expect(entry.id).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(entry.title).toBeTypeOf('string')
    expect(entry.updated).toMatch(instant)
    expect(entry.published).toMatch(instant)
    expect(entry.content['@type']).toBe('html')
  }
  for (const link of [feed, ...feed.entry].flatMap((part) => part.link))
    expect(link['@href']).toMatch(address)
  const ids = feed.entry.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  return feed
}

type RssItem = Record<'title' | 'pubDate' | 'description', string> & {
  guid: { '#text': string; '@isPermaLink': string }
  link: [string]
  category?: string[]
}
type RssFeed = { title: string; description: string; link: [string]; item?: RssItem | RssItem[] }

/** Parses an RSS feed and checks what readers require of it. */
export function readRss(text: string): { title: string; items: RssItem[] } {
  const { rss } = readXml(text) as { rss: { '@version': string; channel: RssFeed } }
  expect(rss['@version']).toBe('2.0')
  const { title, description, link, item = [] } = rss.channel
  for (const required of [title, description]) expect(required).not.toBe('')
  const items = [item].flat()
  for (const { pubDate, guid } of items) {
    expect(new Date(pubDate).toUTCString()).toBe(pubDate)
    expect(guid['@isPermaLink']).toBe('false')
  }
  for (const links of [{ link }, ...items].map((part) => part.link)) {
    expect(links).toHaveLength(1)
    expect(links[0]).toMatch(address)
  }
  return { title, items }
}

const feedUrl = z.url({ protocol: /^https?$/ })
const feedInstant = z.string().regex(instant)
const feedAuthors = z.array(
  z
    .strictObject({ name: z.optional(z.string()), url: z.optional(feedUrl), avatar: z.optional(feedUrl) })
    .refine((author) => Object.keys(author).length > 0),
)
/** The members of https://www.jsonfeed.org/version/1.1/. Other members would need names that begin with `_`. */
const JsonFeedSchema = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  // Required of feeds that are public.
  home_page_url: feedUrl,
  feed_url: feedUrl,
  description: z.optional(z.string()),
  icon: z.optional(feedUrl),
  favicon: z.optional(feedUrl),
  authors: z.optional(feedAuthors),
  language: z.optional(z.string().regex(/^[a-z]{2,3}(-[A-Za-z\d]+)*$/)),
  items: z.array(
    z
      .strictObject({
        id: z.string().min(1),
        url: z.optional(feedUrl),
        title: z.optional(z.string()),
        content_html: z.optional(z.string()),
        content_text: z.optional(z.string()),
        summary: z.optional(z.string()),
        image: z.optional(feedUrl),
        date_published: z.optional(feedInstant),
        date_modified: z.optional(feedInstant),
        authors: z.optional(feedAuthors),
        tags: z.optional(z.array(z.string())),
      })
      .refine(({ content_html, content_text }) => content_html !== undefined || content_text !== undefined),
  ),
})
export type JsonFeed = z.infer<typeof JsonFeedSchema>

/** Parses a JSON feed and checks what its specification requires. */
export function readJsonFeed(text: string): JsonFeed {
  const feed = JsonFeedSchema.parse(JSON.parse(text))
  expect(text.isWellFormed()).toBe(true)
  const ids = feed.items.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  return feed
}

export type SitemapEntry = { loc: string; lastmod?: string }

/** Parses a sitemap or a sitemap index and checks the rules of sitemaps.org/protocol. */
export function readSitemap(text: string): SitemapEntry[] {
  const { urlset, sitemapindex } = readXml(text) as Record<string, Record<string, unknown>>
  const root = urlset ?? sitemapindex
  expect(root?.['@xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  const entries = (root?.url ?? root?.sitemap ?? []) as SitemapEntry[]
  expect(entries.length).toBeLessThanOrEqual(50_000)
  for (const { loc, lastmod } of entries) {
    expect(loc).toMatch(address)
    expect(loc.length).toBeLessThan(2_048)
    if (lastmod !== undefined) expect(lastmod).toMatch(instant)
  }
  return entries
}

/** Parses a calendar and checks RFC 5545: line endings, lines of at most 75 bytes, and required properties. */
export function readCalendar(text: string) {
  expect(text).not.toMatch(/[^\r]\n|\r[^\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f]/)
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy()
  return calendar.getAllSubcomponents('vevent').map((component) => {
    for (const required of ['uid', 'dtstamp', 'dtstart']) {
      expect(component.getAllProperties(required)).toHaveLength(1)
    }
    const value = (name: string) => component.getFirstPropertyValue(name)?.toString()
    const { startDate, endDate, summary, description, location, uid, sequence } = new ICAL.Event(component)
    return {
      uid,
      summary,
      description,
      location,
      sequence,
      days: [startDate, endDate].map(String),
      allDay: startDate.isDate && endDate.isDate,
      stamp: value('dtstamp'),
      updated: value('last-modified'),
      url: value('url'),
      status: value('status'),
    }
  })
}
