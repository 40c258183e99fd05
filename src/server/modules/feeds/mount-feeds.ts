/** What is read by programs rather than people: `robots.txt`, the sitemap, feeds and calendars. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../shared/errors.ts'
import { type Kind, ListingIdSchema } from '../../../shared/listing.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { parse } from '../../platform/http/dispatch.ts'
import { etagOf, isNotModified } from '../../platform/http/etag.ts'
import { createCalendars } from './calendar.ts'
import { createFeed, type FeedParts } from './feed.ts'
import { robotsText } from './robots.ts'
import { readSelection } from './selection.ts'
import { createSitemap, type SitemapParts } from './sitemap.ts'

export function mountFeeds(app: FastifyInstance, parts: FeedParts & SitemapParts) {
  const robots = robotsText(parts.publicUrl)
  app.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(robots),
  )
  mountSitemap(app, parts)

  const feed = createFeed(parts)
  for (const kind of ['service', 'event'] satisfies Kind[]) {
    app.get(publicPaths.feed(kind), async (request, reply) =>
      sendText(request, reply, 'application/atom+xml', await feed(kind, readSelection(request.query))),
    )
  }

  const calendars = createCalendars(parts)
  app.get(publicPaths.calendar(), async (request, reply) =>
    sendText(request, reply, 'text/calendar', await calendars.list(readSelection(request.query))),
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

function mountSitemap(app: FastifyInstance, parts: SitemapParts) {
  const sitemap = createSitemap(parts)
  const method = ['GET', 'HEAD']
  app.route({
    method,
    url: '/sitemap.xml',
    handler: (request, reply) => sendStream(request, reply, sitemap.index()),
  })
  app.route<{ Params: { name: string } }>({
    method,
    url: '/sitemap/:name',
    handler(request, reply) {
      const part = sitemap.part(request.params.name)
      if (!part) throw notFound('part of the sitemap')
      return sendStream(request, reply, part)
    },
  })
}

/** Asked for anew each time, and answered in short when nothing has changed: what is hidden is gone from it at once. */
function sendText(request: FastifyRequest, reply: FastifyReply, type: string, text: string) {
  reply.headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
  if (isNotModified(request, reply, etagOf(text))) return reply.send()
  return reply.type(`${type}; charset=utf-8`).send(text)
}

/** Begins once the first of it is there, so that a database that is away is told by the status. */
async function sendStream(request: FastifyRequest, reply: FastifyReply, parts: AsyncGenerator<string>) {
  const first = request.method === 'HEAD' ? null : await parts.next()
  reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8')
  return reply.send(first && Readable.from(joined(first.value, parts), { highWaterMark: 1 }))
}

async function* joined(first: string, rest: AsyncGenerator<string>) {
  yield first
  yield* rest
}
