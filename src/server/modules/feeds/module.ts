/** Everything that programs read: `robots.txt` and other files about the site, the sitemap, feeds, and calendars. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../shared/errors.ts'
import { type Kind, ListingIdSchema } from '../../../shared/listing.ts'
import { privatePaths, publicPaths } from '../../../shared/paths.ts'
import { parse } from '../../platform/http/dispatch.ts'
import { etagOf, isNotModified } from '../../platform/http/etag.ts'
import { varyByLanguage } from '../../platform/language/request-language.ts'
import type { Module } from '../../platform/module.ts'
import { createCalendars } from './calendar.ts'
import { createFeed, type FeedOptions, parseFeedQuery } from './feed.ts'
import { mountSiteFiles } from './site-files.ts'
import { createSitemap, type SitemapOptions } from './sitemap.ts'

export const feedsModule = (options: FeedOptions & SitemapOptions) =>
  ({ mount: (app) => mountFeeds(app, options) }) satisfies Module

function mountFeeds(app: FastifyInstance, options: FeedOptions & SitemapOptions) {
  const robots = robotsText(options.publicUrl)
  app.get('/robots.txt', { config: { cost: 0 } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(robots),
  )
  mountSiteFiles(app, options)
  mountSitemap(app, options)

  const feed = createFeed(options)
  for (const kind of ['service', 'event'] satisfies Kind[]) {
    app.get(publicPaths.feed(kind), async (request, reply) =>
      sendText(request, reply, 'application/atom+xml', await feed.atom(kind, parseFeedQuery(request.query))),
    )
    app.get(publicPaths.rssFeed(kind), async (request, reply) =>
      sendText(request, reply, 'application/rss+xml', await feed.rss(kind, parseFeedQuery(request.query))),
    )
    app.get(publicPaths.jsonFeed(kind), async (request, reply) =>
      sendText(request, reply, 'application/feed+json', await feed.json(kind, parseFeedQuery(request.query))),
    )
  }

  const calendars = createCalendars(options)
  app.get(publicPaths.calendar(), async (request, reply) =>
    sendText(request, reply, 'text/calendar', await calendars.list(parseFeedQuery(request.query))),
  )
  app.get<{ Params: { file: string } }>(
    publicPaths.eventCalendar(':file').replace(/\.ics$/, ''),
    async (request, reply) => {
      const id = /^(.+)\.ics$/.exec(request.params.file)?.[1]
      if (!id) throw notFound('calendar')
      const params = parse(ListingIdSchema, { id }) as { id: string }
      return sendText(request, reply, 'text/calendar', await calendars.event(params.id))
    },
  )
}

/** A part lists thousands of pages. */
const sitemapPartCost = 5

function mountSitemap(app: FastifyInstance, options: SitemapOptions) {
  const sitemap = createSitemap(options)
  const method = ['GET', 'HEAD']
  app.route({
    method,
    url: '/sitemap.xml',
    handler: (request, reply) => sendStream(request, reply, sitemap.index()),
  })
  app.route<{ Params: { name: string } }>({
    method,
    url: '/sitemap/:name',
    config: { cost: sitemapPartCost },
    handler(request, reply) {
      const part = sitemap.part(request.params.name)
      if (!part) throw notFound('part of the sitemap')
      return sendStream(request, reply, part)
    },
  })
}

/** Clients must revalidate every time, so that a hidden listing disappears at once. An unchanged document is a 304. */
function sendText(request: FastifyRequest, reply: FastifyReply, type: string, text: string) {
  reply.headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
  varyByLanguage(request, reply)
  if (isNotModified(request, reply, etagOf(text))) return reply.send()
  return reply.type(`${type}; charset=utf-8`).send(text)
}

/** Waits for the first chunk before responding, so that an unreachable database results in an error status. */
async function sendStream(request: FastifyRequest, reply: FastifyReply, chunks: AsyncGenerator<string>) {
  const first = request.method === 'HEAD' ? null : await chunks.next()
  reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8')
  return reply.send(first && Readable.from(concat(first.value, chunks), { highWaterMark: 1 }))
}

async function* concat(first: string, rest: AsyncGenerator<string>) {
  yield first
  yield* rest
}

/** Personal pages and the API: the public pages already show everything that the API returns. Includes subpaths. */
const disallowedPaths = [...Object.values(privatePaths), '/api', '/dev']

const robotsText = (publicUrl: string): string =>
  ['User-agent: *', ...disallowedPaths.flatMap(rulesOf), `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')

/** A rule matches prefixes: `/post` alone would also match `/postcards`. */
const rulesOf = (path: string) => [`Disallow: ${path}$`, `Disallow: ${path}/`, `Disallow: ${path}?`]
